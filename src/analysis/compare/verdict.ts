import {
  metrics,
  type Comparison,
  type Metric,
  type MetricEstimate,
  type PairChange,
  type Repeat,
  type RunNoise,
  type Verdict,
} from '../../shared/verdict.ts';
import { helpFor } from '../../shared/verdictText.ts';
import { comparisonNotes } from './verdictNotes.ts';
import { figureOf, noiseOfNeighbours, noiseOfRuns, noisePercentOf } from './runNoise.ts';
import { pairRuns, type RunPairs } from './runPairs.ts';
import { tQuantile } from './studentT.ts';
import { trimmedMean, type TrimmedMean } from './trimmedMean.ts';

export interface VerdictInput {
  base: readonly Repeat[];
  head: readonly Repeat[];
  /** More runs of one code, in their order: what this machine does by itself with this server. */
  sameCode?: readonly Repeat[];
  /** An interval that holds zero and reaches no further than this says "no difference"; default {@link narrowPercent}. */
  narrowPercent?: number;
}

/**
 * Compares two states of the code by repeats of whole runs, interleaved as A B B A A B B A: the run
 * is the unit, because what differs between runs (memory layout, what V8 compiled when, the machine) is
 * most of the noise and more seconds of one run don't see it (Kalibera and Jones 2013).
 *
 * Each pair of neighbouring runs gives the logarithm of its ratio, so that slow drift cancels and
 * percentages are symmetric. Of these, the trimmed mean with Student's t interval (trimmedMean.ts).
 *
 * The interval may be looked at after each pair, and the measuring ended by what it says: every look
 * spends {@link lookLevel}, a constant nominal level as in Pocock's test (1977), by significance levels
 * as Jennison and Turnbull (2000) have it for unknown variance. That keeps all looks from
 * {@link minPairs} to {@link maxPairs} pairs together at 5 %: the intervals hold at the same time at
 * every look. `npm run bench -- verdict` measures it.
 */
export function compareRepeats(input: VerdictInput): Comparison {
  const { base, head, sameCode = [] } = input;
  const paired = pairRuns(base, head);
  const lead = leadMetric([...base, ...head]);
  const estimates = [lead, ...metrics.filter((metric) => metric !== lead)].map((metric) =>
    estimate(metric, input, paired),
  );
  return {
    verdict: judge(lead, estimates[0]!, input, paired),
    metrics: estimates,
    baseRuns: base.length,
    headRuns: head.length,
    method,
    notes: comparisonNotes([...base, ...head], [...sameCode], estimates),
  };
}

/** Fewer say too little of their own spread. */
export const minPairs = 4;
/** Where looking ends. */
export const maxPairs = 40;
/** Of each look; calibrated so that all looks together are wrong in less than 5 of 100 comparisons. */
const lookLevel = 0.004;
export const narrowPercent = 5;

export const method =
  'trimmed mean of the log ratios of neighbouring runs with Student’s t interval (Yuen), at a constant level for every look (Pocock)';

/** CPU time is what the change of code is about, and steadier than requests per second; where the system does not tell it, those. */
function leadMetric(runs: readonly Repeat[]): Metric {
  const isKnown = runs.every((run) => figureOf(run, 'cpuMicrosPerRequest') !== null);
  return isKnown ? 'cpuMicrosPerRequest' : 'reqPerS';
}

function estimate(
  metric: Metric,
  { base, head, sameCode = [] }: VerdictInput,
  { pairs, sameCode: neighbours }: RunPairs<Repeat>,
): MetricEstimate {
  const used = pairs.filter((pair) => hasFigure(pair, metric));
  const ratios = used.map((pair) => logRatio(pair, metric));
  const interval =
    used.length < minPairs ? null : trimmedMean(ratios, pairVariance(metric, used), lookLevel);
  const noise =
    noiseOfRuns(sameCode, metric) ??
    (neighbours.length < minNeighbours ? null : noiseOfNeighbours(neighbours, metric));
  return {
    metric,
    base: geometricMean(base, metric),
    head: geometricMean(head, metric),
    pairs: used.length,
    change: interval && changeOf(interval),
    noisePercent: noise && noisePercentOf(noise),
  };
}

/** How the change of the metric became known, pair by pair. */
export function pairChanges(
  metric: Metric,
  { base, head }: Pick<VerdictInput, 'base' | 'head'>,
): PairChange[] {
  const { pairs } = pairRuns(base, head);
  const used = pairs.filter((pair) => hasFigure(pair, metric));
  const ratios = used.map((pair) => logRatio(pair, metric));
  return ratios.map((ratio, index) => {
    const count = index + 1;
    const variance = pairVariance(metric, used.slice(0, count));
    const interval =
      count < minPairs ? null : trimmedMean(ratios.slice(0, count), variance, lookLevel);
    return { percent: Math.expm1(ratio) * 100, change: interval && changeOf(interval) };
  });
}

function hasFigure({ base, head }: RunPairs<Repeat>['pairs'][number], metric: Metric): boolean {
  return figureOf(base, metric) !== null && figureOf(head, metric) !== null;
}

function logRatio({ base, head }: RunPairs<Repeat>['pairs'][number], metric: Metric): number {
  return Math.log(figureOf(head, metric)! / figureOf(base, metric)!);
}

/** Fewer say nothing of how far two runs of the same code are apart. */
export const minNeighbours = 3;

function judge(
  metric: Metric,
  { pairs, change }: MetricEstimate,
  { base, head, sameCode = [], narrowPercent: narrow = narrowPercent }: VerdictInput,
  { pairs: allPairs }: RunPairs<Repeat>,
): Verdict {
  const isKnown = (runs: readonly Repeat[]) => runs.some((run) => figureOf(run, metric) !== null);
  const cannotTell = (reason: (Verdict & { kind: 'cannot-tell' })['reason']): Verdict => ({
    kind: 'cannot-tell',
    metric,
    reason,
    help: helpFor({ reason, pairs, change, narrowPercent: narrow, maxPairs, minPairs }),
  });
  if (!isKnown(base) || !isKnown(head)) return cannotTell('no-figures');
  if (change) return verdictOf(metric, change, narrow) ?? cannotTell('too-noisy');
  // What this machine does by itself between runs at different times stands in for pairs.
  const noise = noiseOfRuns(sameCode, metric);
  const alone = noise && changeOf(singleChange(base, head, metric, noise));
  if (alone) return verdictOf(metric, alone, narrow) ?? cannotTell('too-noisy');
  const fewer = Math.min(base.length, head.length);
  if (fewer < 2) return cannotTell('one-run');
  return cannotTell(
    fewer < minPairs || allPairs.length >= fewer - 1 ? 'few-pairs' : 'not-interleaved',
  );
}

/** Null where the interval holds both no difference and one that matters. */
function verdictOf(metric: Metric, change: Interval, narrow: number): Verdict | null {
  const { lowPercent, highPercent } = change;
  if (lowPercent > 0 || highPercent < 0) {
    const isBetterHigher = metric === 'reqPerS';
    const sizes = [Math.abs(lowPercent), Math.abs(highPercent)];
    return {
      kind: highPercent < 0 === isBetterHigher ? 'slower' : 'faster',
      metric,
      lowPercent: Math.min(...sizes),
      highPercent: Math.max(...sizes),
    };
  }
  const largerThanPercent = Math.max(-lowPercent, highPercent);
  return largerThanPercent <= narrow ? { kind: 'no-difference', metric, largerThanPercent } : null;
}

type Interval = Pick<NonNullable<MetricEstimate['change']>, 'lowPercent' | 'highPercent'>;

/**
 * Runs that are no neighbours in time differ by what the machine does between times, which averaging
 * the runs of one time does not lessen. One look, so at 5 %.
 */
function singleChange(
  base: readonly Repeat[],
  head: readonly Repeat[],
  metric: Metric,
  { logDeviation, degreesOfFreedom }: RunNoise,
): Pick<TrimmedMean, 'mean' | 'low' | 'high'> {
  const mean = Math.log(geometricMean(head, metric)! / geometricMean(base, metric)!);
  const reach = tQuantile(0.05, degreesOfFreedom) * logDeviation;
  return { mean, low: mean - reach, high: mean + reach };
}

function changeOf({ mean, low, high }: Pick<TrimmedMean, 'mean' | 'low' | 'high'>) {
  return {
    percent: Math.expm1(mean) * 100,
    lowPercent: Math.expm1(low) * 100,
    highPercent: Math.expm1(high) * 100,
  };
}

function geometricMean(runs: readonly Repeat[], metric: Metric): number | null {
  const logs = runs.flatMap((run) => figureOf(run, metric) ?? []).map(Math.log);
  if (logs.length === 0) return null;
  return Math.exp(logs.reduce((sum, value) => sum + value, 0) / logs.length);
}

/** The operating system counts CPU time in ticks of 10 ms. */
const tickMicros = 10_000;

/**
 * A few equal pairs are no proof of a machine without noise where the figure is counted in coarse
 * ticks: the variance that rounding alone gives to a log ratio.
 */
function pairVariance(metric: Metric, pairs: readonly { base: Repeat; head: Repeat }[]): number {
  if (metric !== 'cpuMicrosPerRequest') return 0;
  const sum = pairs.reduce(
    (all, { base, head }) => all + tickVariance(base) + tickVariance(head),
    0,
  );
  return sum / pairs.length;
}

/** Two readings, each rounded by up to a tick. */
function tickVariance({ cpuMicrosPerRequest, requests }: Repeat): number {
  const ticks = ((cpuMicrosPerRequest ?? 0) * requests) / tickMicros;
  return ticks > 0 ? 2 / 12 / ticks ** 2 : 0;
}
