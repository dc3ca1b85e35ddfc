import type { CostChange } from '../../shared/codeChange.ts';
import type { RunCosts } from './codeSide.ts';
import { pairRuns } from './runPairs.ts';
import { trimmedMean, type TrimmedMean } from './trimmedMean.ts';
import { minPairs } from './verdict.ts';

/** Below it on both sides a part is not looked at: share of the CPU time of a request. */
const minShare = 0.002;
/** Of all that are said to have changed. */
const falseShare = 0.05;

export interface Measured {
  baseMicros: number;
  headMicros: number;
  differences: number[];
  minVariance: number;
  mean: TrimmedMean | null;
}

/**
 * Part by part, the change of the CPU time of a request by pairs of neighbouring runs, as a difference
 * in microseconds: a part may be nothing on one side, where a ratio says nothing. Its variance is at
 * least what the number of samples alone gives.
 */
export class CostMeasure {
  /** Else by the samples. */
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

  /** Of a whole request, in the mean over the runs of each state. */
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
 * Many parts are looked at, once, so those that are said to have changed are chosen by Benjamini and
 * Hochberg (1995): the largest number of the least likely ones that keeps the share of false ones.
 * Their intervals are for chosen ones (Benjamini and Yekutieli 2005).
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
