import { plainLine } from '../../shared/plainText.ts';
import type { LineReport } from '../../shared/report.ts';
import type { SourceOf } from '../../engine/profile/sourceOf.ts';

/** The text of a line; empty if it is not known. */
export function sourceText(
  { file, line }: Pick<LineReport, 'file' | 'line'>,
  sourceOf: SourceOf,
): string {
  const text = sourceOf(file);
  if (text === null) return '';
  // Cut before cleaning, because a line of a bundle can be megabytes.
  return plainLine((text.split('\n')[line - 1] ?? '').trimStart().slice(0, 400)).trim();
}
