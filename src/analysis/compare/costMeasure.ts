import type { CostChange } from '../../shared/codeChange.ts';
import type { RunCosts } from './codeSide.ts';
import { pairRuns } from './runPairs.ts';
import { trimmedMean, type TrimmedMean } from './trimmedMean.ts';
import { minPairs } from './verdict.ts';

/** Parts below this share of a request's CPU time on both sides are skipped. */
const minShare = 0.002;
/** Accepted share of false ones among the parts that are said to have changed. */
const falseShare = 0.05;

export interface Measured {
  baseMicros: number;
  headMicros: number;
  differences: number[];
  minVariance: number;
  /** Variance of the part that was learned once for all runs of a state. */
  sharedVariance: number;
  mean: TrimmedMean | null;
}

/**
 * Measures the change of each part of a request's CPU time over pairs of neighbouring runs. Changes
 * are differences in microseconds, because a ratio means nothing for a part that is zero on one
 * side. A difference's variance is at least what the number of samples implies.
 */
export class CostMeasure {
  /** Whether the system's CPU time is used; otherwise costs come from the samples. */
  readonly isCpuKnown: boolean;
  readonly #pairs: { base: RunCosts; head: RunCosts }[];
  readonly #leastMicros: number;

  constructor(
    private readonly base: readonly RunCosts[],
    private readonly head: readonly RunCosts[],
  ) {
    this.isCpuKnown = [...base, ...head].every((run) => run.cpuMicrosPerRequest !== null);
    this.#pairs = pairRuns(base, head).pairs;
    const whole = [...base, ...head].map((run) => this.#microsOf(run));
    this.#leastMicros = minShare * Math.max(0, ...whole);
  }

  /**
   * Measures a part, given its samples in a run of each side; null if it is too small.
   * @param errorOf variances of its samples by what lines are charged after their awaits
   */
  cost(
    ofBase: (run: RunCosts) => number,
    ofHead: (run: RunCosts) => number,
    errorOf: Record<'base' | 'head', (run: RunCosts) => number> = { base: () => 0, head: () => 0 },
  ): Measured | null {
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
    // Samples are Poisson counts: their variance is their number.
    const variances = this.#pairs.map(
      ({ base, head }) =>
        this.#microsPerSample(base) ** 2 * ofBase(base) +
        this.#microsPerSample(head) ** 2 * ofHead(head),
    );
    const minVariance = variances.reduce((sum, each) => sum + each, 0) / (variances.length || 1);
    const sharedOf = (runs: readonly RunCosts[], of: (run: RunCosts) => number) =>
      runs.reduce((sum, run) => sum + this.#microsPerSample(run) ** 2 * of(run), 0) /
      (runs.length || 1);
    const sharedVariance = sharedOf(this.base, errorOf.base) + sharedOf(this.head, errorOf.head);
    const mean =
      differences.length < minPairs
        ? null
        : trimmedMean(differences, minVariance, falseShare, sharedVariance);
    return { baseMicros, headMicros, differences, minVariance, sharedVariance, mean };
  }

  /** CPU time of a whole request, as the mean over each state's runs. */
  get requestMicros(): { base: number; head: number } {
    const mean = (runs: readonly RunCosts[]) =>
      runs.reduce((sum, run) => sum + this.#microsOf(run), 0) / (runs.length || 1);
    return { base: mean(this.base), head: mean(this.head) };
  }

  #microsOf(run: RunCosts): number {
    return this.isCpuKnown ? run.cpuMicrosPerRequest! : run.sampledMicrosPerRequest;
  }

  #microsPerSample(run: RunCosts): number {
    return this.#microsOf(run) / run.onCpu;
  }
}

/**
 * Decides which of many parts changed, by the procedure of Benjamini and Hochberg (1995): it picks
 * the largest number of the least likely differences that keeps the share of false ones. Intervals
 * are adjusted for that selection (Benjamini and Yekutieli 2005).
 */
export function judge<T extends Measured>(entries: readonly T[]): { entry: T; cost: CostChange }[] {
  const probabilities = entries.map(({ mean }) => mean?.probability ?? 1).sort((a, b) => a - b);
  const tested = probabilities.length;
  let chosen = 0;
  probabilities.forEach((probability, index) => {
    if (probability <= (falseShare * (index + 1)) / tested) chosen = index + 1;
  });
  const limit = chosen === 0 ? -1 : probabilities[chosen - 1]!;
  const level = (falseShare * Math.max(1, chosen)) / tested;
  return entries.map((entry) => {
    const { baseMicros, headMicros, mean, differences, minVariance, sharedVariance } = entry;
    const isBeyondNoise = mean !== null && mean.probability <= limit;
    const interval = mean && trimmedMean(differences, minVariance, level, sharedVariance);
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

/** Orders changes: those beyond the noise first, then by size. */
export function bySize(a: CostChange, b: CostChange): number {
  const size = ({ baseMicros, headMicros, change }: CostChange) =>
    Math.abs(change?.micros ?? headMicros - baseMicros);
  return Number(b.isBeyondNoise) - Number(a.isBeyondNoise) || size(b) - size(a);
}
