import type { SourceOf } from '../../engine/profile/sourceOf.ts';
import type { FunctionReport } from '../../shared/report.ts';
import type { SourceLine } from '../../shared/whyWire.ts';

/** The page shows no more. */
const maxSites = 60;
/** Long enough for any line that a person wrote. */
const maxLength = 160;

/** The lines of a function's deoptimization sites as they ran, by `file:line`. */
export function sourceLines(
  { deopts }: FunctionReport,
  sourceOf: SourceOf,
): Record<string, SourceLine> {
  const texts = new Map<string, string[]>();
  const found: Record<string, SourceLine> = {};
  for (const { file, line } of deopts.slice(0, maxSites)) {
    const all = texts.get(file) ?? (sourceOf(file) ?? '').split(/\r\n|[\n\r]/);
    texts.set(file, all);
    const text = all[line - 1]?.trimEnd() ?? '';
    const indent = text.length - text.trimStart().length;
    if (text === '') continue;
    found[`${file}:${line}`] = { text: text.slice(indent, indent + maxLength), indent };
  }
  return found;
}
