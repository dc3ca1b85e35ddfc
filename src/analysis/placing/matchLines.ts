import type { CodeSide } from '../compare/codeSide.ts';
import type { FunctionMatch } from '../compare/matchFunctions.ts';
import { diffLines } from './placeLinesDiff.ts';

/**
 * The lines of a matched function on which there is time on either side, as pairs of base and head;
 * 0 where the line is new or gone. None where the text of one side is not known.
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
  // The lines of the head with time whose line of the base had none.
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

/** By the text of the function, or where its end is not known by that of the whole file. */
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
