/** Whether a change has helped: what repeated runs of two states of the code say, as plain data. */

/** The figures of one whole run that two states are compared by. */
export interface Repeat {
  /** Ascending in time over the runs of both states: an index, or milliseconds of the clock. */
  order: number;
  requests: number;
  reqPerS: number;
  /** CPU time of the target by the system's accounting; null if it is not known. */
  cpuMicrosPerRequest: number | null;
  latencyMs: { p50: number; p90: number; p99: number };
  /** How long a request waits for what is outside of JavaScript; null if requests were not followed. */
  waitMs: number | null;
  /** On V8's heaps; null if it is not known. */
  bytesPerRequest: number | null;
  /** Whole sentences of the run's report. */
  warnings: string[];
}

/** The thing that is measured once: a whole run of a server, or a process that measures a function. */
export type MeasuredUnit = 'runs' | 'processes';

export const metrics = [
  'cpuMicrosPerRequest',
  'reqPerS',
  'p50Ms',
  'p90Ms',
  'p99Ms',
  'waitMs',
  'bytesPerRequest',
] as const;
export type Metric = (typeof metrics)[number];

/**
 * The distance between two single runs of the same code on this machine: the standard deviation of
 * the logarithm of their ratio, and the number of independent differences behind it.
 */
export interface RunNoise {
  logDeviation: number;
  degreesOfFreedom: number;
}

/** A change in percent of the base, with its interval: `-12` is an eighth less than before. */
export interface ChangeInterval {
  percent: number;
  lowPercent: number;
  highPercent: number;
}

type Interval = Pick<ChangeInterval, 'lowPercent' | 'highPercent'>;

/** By how much something changed at least and at most, without the sign; null if it may not have changed. */
export function sizeOfChange({ lowPercent, highPercent }: Interval): Interval | null {
  if (lowPercent <= 0 && highPercent >= 0) return null;
  const sizes = [Math.abs(lowPercent), Math.abs(highPercent)];
  return { lowPercent: Math.min(...sizes), highPercent: Math.max(...sizes) };
}

export interface MetricEstimate {
  metric: Metric;
  /** Geometric means over the runs; null if no run has the figure. */
  base: number | null;
  head: number | null;
  /** Pairs of neighbouring runs, one of each state, that have the figure. */
  pairs: number;
  /** From the pairs alone; null if there are too few. */
  change: ChangeInterval | null;
  /**
   * The distance of two runs of the same code in percent, in 19 of 20 cases; null if it is not
   * known.
   */
  noisePercent: number | null;
}

/** The result of one more pair of neighbouring runs, in the order of measurement. */
export interface PairChange {
  /** The change in this pair alone, in percent of its base. */
  percent: number;
  /** The change in this and all earlier pairs; null if there are too few. */
  change: ChangeInterval | null;
}

/** `lowPercent` and `highPercent` are positive: by how much less CPU time, or by how many more requests. */
export type Verdict =
  | { kind: 'faster' | 'slower'; metric: Metric; lowPercent: number; highPercent: number }
  | { kind: 'no-difference'; metric: Metric; largerThanPercent: number }
  | { kind: 'cannot-tell'; metric: Metric; reason: CannotTell; help: string };

/**
 * Whether a request allocates less than before. The percents of `less` and `more` are positive; those of
 * `cannot-tell` are the ends of the interval.
 */
export type MemoryVerdict =
  | { kind: 'less' | 'more' | 'cannot-tell'; lowPercent: number; highPercent: number }
  | { kind: 'no-difference'; largerThanPercent: number };

export type CannotTell =
  /** Only one run of a state, which leaves the noise unknown. */
  | 'one-run'
  | 'few-pairs'
  /**
   * The states were measured one after the other: an event on the machine would look like a change.
   */
  | 'not-interleaved'
  /** The interval holds both no difference and a large one. */
  | 'too-noisy'
  /** No run has the figure: nothing was answered. */
  | 'no-figures';

export interface Comparison {
  verdict: Verdict;
  /** Null if too few runs have the figure. */
  memory: MemoryVerdict | null;
  /** The one that the verdict is about comes first. */
  metrics: MetricEstimate[];
  baseRuns: number;
  headRuns: number;
  /** The name of the statistical method. */
  method: string;
  /** Sentences on doubts about the comparison. */
  notes: string[];
}
