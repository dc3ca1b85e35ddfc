import type {
  CodeChanges,
  CodePlace,
  CostChange,
  FunctionChange,
  LineChange,
} from '../shared/codeChange.ts';
import type { CodeSide, RunCosts, SideFunction } from './codeSide.ts';
import { linesOf } from './matchLines.ts';
import type { FunctionMatch } from './matchFunctions.ts';
import { pairRuns } from './runPairs.ts';
import { trimmedMean, type TrimmedMean } from './trimmedMean.ts';
import { minPairs } from './verdict.ts';

/**
 * Where the CPU time of a request changed. Each function and line has its change from the same pairs
 * of runs as the verdict, as a difference in microseconds: a part may be nothing on one side, where a
 * ratio says nothing. Its variance is at least what the number of samples alone gives.
 *
 * Many are looked at, once, so those that are said to have changed are chosen by Benjamini and
 * Hochberg (1995), and have intervals for chosen ones (Benjamini and Yekutieli 2005).
 */
export function codeChanges(
  base: CodeSide,
  head: CodeSide,
  matches: readonly FunctionMatch[],
): CodeChanges {
  const isCpuKnown = [...base.runs, ...head.runs].every((run) => run.cpuMicrosPerRequest !== null);
  const measure = new CostMeasure(base.runs, head.runs, isCpuKnown);
  const functions: (Measured & { match: FunctionMatch; functionId: number })[] = [];
  const lineParts = new Map<string, LinePart[]>();
  for (const [functionId, match] of matches.entries()) {
    const of = measure.cost(
      (run) => run.self.get(match.base) ?? 0,
      (run) => run.self.get(match.head) ?? 0,
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
    const of = measure.cost(samples('base', 'baseLine'), samples('head', 'headLine'));
    if (of) lines.push({ ...of, ...parts[0]! });
  }
  const judged = judge(functions)
    .map(({ entry: { match, functionId }, cost }) => ({ match, functionId, cost }))
    .sort((a, b) => bySize(a.cost, b.cost));
  const indexOf = new Map(judged.map(({ match }, index) => [match, index]));
  return {
    unit: isCpuKnown ? 'cpu' : 'sampled',
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
  };
}

/** Below it on both sides a function or line is not looked at: share of the CPU time of a request. */
const minShare = 0.002;
/** Of all that are said to have changed. */
const falseShare = 0.05;

/** What one function has on a line, which several functions may share. */
interface LinePart {
  match: FunctionMatch;
  baseLine: number;
  headLine: number;
}

interface Measured {
  baseMicros: number;
  headMicros: number;
  differences: number[];
  minVariance: number;
  mean: TrimmedMean | null;
}

class CostMeasure {
  readonly #pairs: { base: RunCosts; head: RunCosts }[];
  readonly #leastMicros: number;

  constructor(
    private readonly base: readonly RunCosts[],
    private readonly head: readonly RunCosts[],
    private readonly isCpuKnown: boolean,
  ) {
    this.#pairs = pairRuns(base, head).pairs;
    const whole = [...base, ...head].map((run) => this.#microsOf(run));
    this.#leastMicros = minShare * Math.max(0, ...whole);
  }

  /** From the samples of a run on each side; null where it is too small to look at. */
  cost(ofBase: (run: RunCosts) => number, ofHead: (run: RunCosts) => number): Measured | null {
    const micros = (run: RunCosts, samples: number) => samples * this.#microsPerSample(run);
    const meanOf = (runs: readonly RunCosts[], of: (run: RunCosts) => number) =>
      runs.length === 0
        ? 0
        : runs.reduce((sum, run) => sum + micros(run, of(run)), 0) / runs.length;
    const baseMicros = meanOf(this.base, ofBase);
    const headMicros = meanOf(this.head, ofHead);
    if (Math.max(baseMicros, headMicros) < this.#leastMicros) return null;
    const differences = this.#pairs.map(
      ({ base, head }) => micros(head, ofHead(head)) - micros(base, ofBase(base)),
    );
    // Samples are counts: their variance is their number.
    const variances = this.#pairs.map(
      ({ base, head }) =>
        this.#microsPerSample(base) ** 2 * ofBase(base) +
        this.#microsPerSample(head) ** 2 * ofHead(head),
    );
    const minVariance = variances.reduce((sum, each) => sum + each, 0) / (variances.length || 1);
    const mean =
      differences.length < minPairs ? null : trimmedMean(differences, minVariance, falseShare);
    return { baseMicros, headMicros, differences, minVariance, mean };
  }

  #microsOf(run: RunCosts): number {
    return this.isCpuKnown ? run.cpuMicrosPerRequest! : run.sampledMicrosPerRequest;
  }

  #microsPerSample(run: RunCosts): number {
    return this.#microsOf(run) / run.onCpu;
  }
}

/** Benjamini and Hochberg: the largest number of the least likely ones that keeps the share of false ones. */
function judge<T extends Measured>(entries: readonly T[]): { entry: T; cost: CostChange }[] {
  const probabilities = entries.map(({ mean }) => mean?.probability ?? 1).sort((a, b) => a - b);
  const tested = probabilities.length;
  let chosen = 0;
  probabilities.forEach((probability, index) => {
    if (probability <= (falseShare * (index + 1)) / tested) chosen = index + 1;
  });
  const limit = chosen === 0 ? -1 : probabilities[chosen - 1]!;
  const level = (falseShare * Math.max(1, chosen)) / tested;
  return entries.map((entry) => {
    const { baseMicros, headMicros, mean, differences, minVariance } = entry;
    const isBeyondNoise = mean !== null && mean.probability <= limit;
    const interval = mean && trimmedMean(differences, minVariance, level);
    return {
      entry,
      cost: {
        baseMicros,
        headMicros,
        change: interval && {
          micros: interval.mean,
          lowMicros: interval.low,
          highMicros: interval.high,
        },
        isBeyondNoise,
      },
    };
  });
}

function bySize(a: CostChange, b: CostChange): number {
  const size = ({ baseMicros, headMicros, change }: CostChange) =>
    Math.abs(change?.micros ?? headMicros - baseMicros);
  return Number(b.isBeyondNoise) - Number(a.isBeyondNoise) || size(b) - size(a);
}

function placeOf(fn: SideFunction | undefined): CodePlace | null {
  return fn ? { name: fn.name, file: fn.file, line: fn.line, column: fn.column } : null;
}

function lineOf(fn: SideFunction | undefined, line: number): LineChange['base'] {
  return fn && line > 0 ? { file: fn.file, line } : null;
}
