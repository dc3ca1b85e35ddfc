import { plainText } from '../../shared/plainText.ts';
import type { Report } from '../../shared/report.ts';
import type { SourceOf } from './sourceOf.ts';

const maxLineLength = 160;

/** Source text of the report's lines by `file:line`, trimmed and cut. */
export function lineTexts(report: Report, sourceOf: SourceOf): Record<string, string> {
  const linesOfFile = new Map<string, string[]>();
  const texts: Record<string, string> = {};
  for (const { file, line } of report.lines) {
    const lines = linesOfFile.get(file) ?? (sourceOf(file) ?? '').split(/\r\n|[\n\r]/);
    linesOfFile.set(file, lines);
    const text = plainText(lines[line - 1] ?? '').trim();
    if (text === '') continue;
    texts[`${file}:${line}`] =
      text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text;
  }
  return texts;
}
