import {
  sizeOfChange,
  metrics,
  type Comparison,
  type MeasuredUnit,
  type Metric,
  type MetricEstimate,
  type PairChange,
  type Repeat,
  type RunNoise,
  type Verdict,
} from '../../shared/verdict.ts';
import { helpFor } from '../../shared/verdictText.ts';
import { memoryVerdict } from './memoryVerdict.ts';
import { comparisonNotes } from './verdictNotes.ts';
import { figureOf, noiseOfNeighbours, noiseOfRuns, noisePercentOf } from './runNoise.ts';
import { pairRuns, type RunPairs } from './runPairs.ts';
import { tQuantile } from './studentT.ts';
import { trimmedMean, type TrimmedMean } from './trimmedMean.ts';

export interface VerdictInput {
  base: readonly Repeat[];
  head: readonly Repeat[];
  /** More runs of one code, in their order, which show the machine's own noise with this server. */
  sameCode?: readonly Repeat[];
  /** An interval around zero within this says "no difference"; default {@link narrowPercent}. */
  narrowPercent?: number;
  /** The word for what was measured in turn; default `runs`. */
  unit?: MeasuredUnit;
}

/**
 * Compares two states of the code by repeated whole runs, interleaved as A B B A A B B A. The run
 * is the unit, because most noise is between runs (memory layout, when V8 compiled what, the
 * machine), and longer runs don't reduce it (Kalibera and Jones 2013).
 *
 * Each pair of neighbouring runs gives the logarithm of its ratio, so that slow drift cancels and
 * percentages are symmetric. These give a trimmed mean with Student's t interval (trimmedMean.ts).
 *
 * The interval may be looked at after each pair to decide whether to stop. Every look spends {@link
 * lookLevel}, a constant nominal level as in Pocock's test (1977), applied to significance levels
 * for unknown variance (Jennison and Turnbull 2000). All looks from {@link minPairs} to {@link
 * maxPairs} pairs are then wrong in 5 % together: the intervals hold at the same time at every
 * look. `npm run bench -- verdict` measures it.
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
    memory: memoryVerdict(
      estimates.find(({ metric }) => metric === 'bytesPerRequest')?.change ?? null,
      input.narrowPercent ?? narrowPercent,
    ),
    metrics: estimates,
    baseRuns: base.length,
    headRuns: head.length,
    method,
    notes: comparisonNotes([...base, ...head], [...sameCode], estimates),
  };
}

/** Fewer pairs say too little about their spread. */
export const minPairs = 4;
/** No more looks are taken after this many pairs. */
export const maxPairs = 40;
/** Level of each look, calibrated so that all together are wrong in less than 5 of 100 cases. */
const lookLevel = 0.004;
export const narrowPercent = 5;

export const method =
  'trimmed mean of the log ratios of neighbouring runs with Student’s t interval (Yuen), at a constant level for every look (Pocock)';

/** CPU time is steadier than requests per second, which are used if the system lacks it. */
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

/** The estimated change of the metric after each pair. */
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

/** Fewer neighbours don't show how far two runs of the same code are apart. */
export const minNeighbours = 3;

function judge(
  metric: Metric,
  { pairs, change }: MetricEstimate,
  { base, head, sameCode = [], narrowPercent: narrow = narrowPercent, unit = 'runs' }: VerdictInput,
  { pairs: allPairs }: RunPairs<Repeat>,
): Verdict {
  const isKnown = (runs: readonly Repeat[]) => runs.some((run) => figureOf(run, metric) !== null);
  const cannotTell = (reason: (Verdict & { kind: 'cannot-tell' })['reason']): Verdict => ({
    kind: 'cannot-tell',
    metric,
    reason,
    help: helpFor({ reason, unit, pairs, change, narrowPercent: narrow, maxPairs, minPairs }),
  });
  if (!isKnown(base) || !isKnown(head)) return cannotTell('no-figures');
  if (change) return verdictOf(metric, change, narrow) ?? cannotTell('too-noisy');
  // Without enough pairs, the noise between runs at different times is used.
  const noise = noiseOfRuns(sameCode, metric);
  const alone = noise && changeOf(singleChange(base, head, metric, noise));
  if (alone) return verdictOf(metric, alone, narrow) ?? cannotTell('too-noisy');
  const fewer = Math.min(base.length, head.length);
  if (fewer < 2) return cannotTell('one-run');
  return cannotTell(
    fewer < minPairs || allPairs.length >= fewer - 1 ? 'few-pairs' : 'not-interleaved',
  );
}

/** Returns null if the interval includes both zero and a change that matters. */
function verdictOf(metric: Metric, change: Interval, narrow: number): Verdict | null {
  const { lowPercent, highPercent } = change;
  const size = sizeOfChange(change);
  if (size) {
    const isBetterHigher = metric === 'reqPerS';
    const kind = highPercent < 0 === isBetterHigher ? 'slower' : 'faster';
    return { kind, metric, ...size };
  }
  const largerThanPercent = Math.max(-lowPercent, highPercent);
  return largerThanPercent <= narrow ? { kind: 'no-difference', metric, largerThanPercent } : null;
}

type Interval = Pick<NonNullable<MetricEstimate['change']>, 'lowPercent' | 'highPercent'>;

/**
 * Estimates the change from runs that are not neighbours. Averaging runs of one time does not
 * reduce the noise between times. There is one look only, so the level is 5 %.
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
 * The variance of a log ratio from rounding to ticks alone. Without it, a few equal pairs of such
 * coarse figures would look like a machine without noise.
 */
function pairVariance(metric: Metric, pairs: readonly { base: Repeat; head: Repeat }[]): number {
  if (metric !== 'cpuMicrosPerRequest') return 0;
  const sum = pairs.reduce(
    (all, { base, head }) => all + tickVariance(base) + tickVariance(head),
    0,
  );
  return sum / pairs.length;
}

/** Variance of two readings, each rounded to a tick. */
function tickVariance({ cpuMicrosPerRequest, requests }: Repeat): number {
  const ticks = ((cpuMicrosPerRequest ?? 0) * requests) / tickMicros;
  return ticks > 0 ? 2 / 12 / ticks ** 2 : 0;
}
