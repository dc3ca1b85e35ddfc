import type {
  CodeChanges,
  CodePlace,
  FunctionChange,
  LineChange,
} from '../../shared/codeChange.ts';
import type { CodeSide, RunCosts, SideFunction } from './codeSide.ts';
import { bySize, CostMeasure, judge, type Measured } from './costMeasure.ts';
import { linesOf } from './matchLines.ts';
import type { FunctionMatch } from './matchFunctions.ts';
import { routeChanges } from './routeChanges.ts';
import { waitChanges } from './waitChanges.ts';

/**
 * Lists where the time of a request changed. The change of each function and line comes from
 * the same pairs of runs as the verdict (costMeasure.ts).
 */
export function codeChanges(
  base: CodeSide,
  head: CodeSide,
  matches: readonly FunctionMatch[],
): CodeChanges {
  const measure = new CostMeasure(base.runs, head.runs);
  const functions: (Measured & { match: FunctionMatch; functionId: number })[] = [];
  const lineParts = new Map<string, LinePart[]>();
  for (const [functionId, match] of matches.entries()) {
    const of = measure.cost(
      (run) => run.self.get(match.base) ?? 0,
      (run) => run.self.get(match.head) ?? 0,
      { base: varianceOf(match.base), head: varianceOf(match.head) },
    );
    if (!of) continue;
    functions.push({ ...of, match, functionId });
    for (const [baseLine, headLine] of linesOf(match, base, head)) {
      const key = `${base.functions[match.base]?.path}:${baseLine} ${head.functions[match.head]?.path}:${headLine}`;
      const parts = lineParts.get(key);
      if (parts) parts.push({ match, baseLine, headLine });
      else lineParts.set(key, [{ match, baseLine, headLine }]);
    }
  }
  const lines: (Measured & LinePart)[] = [];
  for (const parts of lineParts.values()) {
    const samples = (side: 'base' | 'head', line: 'baseLine' | 'headLine') => (run: RunCosts) =>
      parts.reduce((sum, each) => sum + (run.lines.get(each.match[side])?.get(each[line]) ?? 0), 0);
    const variance = (side: 'base' | 'head', line: 'baseLine' | 'headLine') => (run: RunCosts) =>
      Math.max(
        ...parts.map((each) => run.awaitVariances.get(each.match[side])?.get(each[line]) ?? 0),
      );
    const of = measure.cost(samples('base', 'baseLine'), samples('head', 'headLine'), {
      base: variance('base', 'baseLine'),
      head: variance('head', 'headLine'),
    });
    if (of) lines.push({ ...of, ...parts[0]! });
  }
  const judged = judge(functions)
    .map(({ entry: { match, functionId }, cost }) => ({ match, functionId, cost }))
    .sort((a, b) => bySize(a.cost, b.cost));
  const indexOf = new Map(judged.map(({ match }, index) => [match, index]));
  return {
    unit: measure.isCpuKnown ? 'cpu' : 'sampled',
    functions: judged.map(({ match, functionId, cost }): FunctionChange => ({
      ...cost,
      base: placeOf(base.functions[match.base]),
      head: placeOf(head.functions[match.head]),
      functionId,
      fate: match.fate,
      isEdited: match.isEdited,
    })),
    lines: judge(lines)
      .map(({ entry: { match, baseLine, headLine }, cost }): LineChange => ({
        ...cost,
        base: lineOf(base.functions[match.base], baseLine),
        head: lineOf(head.functions[match.head], headLine),
        function: indexOf.get(match)!,
      }))
      .sort(bySize),
    waits: waitChanges(base, head),
    routes: routeChanges(base.runs, head.runs),
  };
}

/** How far the samples of a whole function may be off by what its lines are charged after awaits. */
function varianceOf(fn: number): (run: RunCosts) => number {
  return ({ awaitVariances }) => {
    const variances = awaitVariances.get(fn)?.values() ?? [];
    return [...variances].reduce((sum, each) => sum + each, 0);
  };
}

/** One function's part of a line, which several functions may share. */
interface LinePart {
  match: FunctionMatch;
  baseLine: number;
  headLine: number;
}

function placeOf(fn: SideFunction | undefined): CodePlace | null {
  return fn ? { name: fn.name, file: fn.file, line: fn.line, column: fn.column } : null;
}

function lineOf(fn: SideFunction | undefined, line: number): LineChange['base'] {
  return fn && line > 0 ? { file: fn.file, line } : null;
}
