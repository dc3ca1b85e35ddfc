import type { CodeSide } from './codeSide.ts';
import type { FunctionMatch } from './matchFunctions.ts';
import { diffLines } from '../text/diffLines.ts';

/**
 * The lines of a matched function with time on either side, as pairs of base and head; 0 if the
 * line is new or gone. Empty if one side's text is unknown.
 */
export function linesOf(
  match: FunctionMatch,
  base: CodeSide,
  head: CodeSide,
): [baseLine: number, headLine: number][] {
  const from = linesWithTime(base, match.base);
  const to = linesWithTime(head, match.head);
  if (match.base < 0) return [...to].map((line) => [0, line]);
  if (match.head < 0) return [...from].map((line) => [line, 0]);
  const headOf = headLines(match, base, head);
  if (!headOf) return [];
  const pairs: [number, number][] = [];
  const taken = new Set<number>();
  for (const line of from) {
    const now = headOf(line);
    if (now > 0) taken.add(now);
    pairs.push([line, now]);
  }
  // Lines of the head with time, whose line in the base had none.
  const baseOf = new Map<number, number>();
  const { line: first } = base.functions[match.base]!;
  const last = base.texts.get(base.functions[match.base]!.path)?.lines.length ?? first;
  for (let line = 1; line <= last; line++) baseOf.set(headOf(line), line);
  for (const line of to) if (!taken.has(line)) pairs.push([baseOf.get(line) ?? 0, line]);
  return pairs;
}

function linesWithTime({ runs }: CodeSide, fn: number): Set<number> {
  return new Set(runs.flatMap((run) => [...(run.lines.get(fn)?.keys() ?? [])]));
}

/** Maps base to head lines by the function's text, or the file's if its end is unknown. */
function headLines(
  match: FunctionMatch,
  base: CodeSide,
  head: CodeSide,
): ((line: number) => number) | null {
  const [a, b] = [base.functions[match.base]!, head.functions[match.head]!];
  if (a.text && b.text) {
    const [textA, textB] = [a.text, b.text];
    const { newOf } = diffLines(textA.lines, textB.lines);
    return (line) => {
      const at = newOf[line - textA.firstLine] ?? -1;
      return at < 0 ? 0 : at + textB.firstLine;
    };
  }
  const [whole, wholeNow] = [base.texts.get(a.path), head.texts.get(b.path)];
  if (!whole || !wholeNow) return null;
  const { newOf } = diffLines(whole.lines, wholeNow.lines);
  return (line) => (newOf[line - 1] ?? -1) + 1;
}
