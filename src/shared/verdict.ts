/** Whether a change has helped: what repeated runs of two states of the code say, as plain data. */

/** The figures of one whole run that two states are compared by. */
export interface Repeat {
  /** Ascending with time over the runs of both states: an index, or the milliseconds of the clock. */
  order: number;
  requests: number;
  reqPerS: number;
  /** CPU time of the target by the system's accounting; null where it is not known. */
  cpuMicrosPerRequest: number | null;
  latencyMs: { p50: number; p90: number; p99: number };
  /** Whole sentences of the run's report. */
  warnings: string[];
}

export const metrics = ['cpuMicrosPerRequest', 'reqPerS', 'p50Ms', 'p90Ms', 'p99Ms'] as const;
export type Metric = (typeof metrics)[number];

/**
 * How far two single runs of the same code are apart on this machine: the standard deviation of the
 * logarithm of their ratio, and from how many independent differences it is known.
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

export interface MetricEstimate {
  metric: Metric;
  /** Geometric means over the runs; null where no run has the figure. */
  base: number | null;
  head: number | null;
  /** Pairs of neighbouring runs, one of each state, that have the figure. */
  pairs: number;
  /** From the pairs alone; null where they are too few. */
  change: ChangeInterval | null;
  /** How far two runs of the same code are apart, in percent, in 19 of 20 cases; null where the runs don't say. */
  noisePercent: number | null;
}

/** What one more pair of neighbouring runs says, in the order in which they were measured. */
export interface PairChange {
  /** Of this pair alone, in percent of its base. */
  percent: number;
  /** Of it and all before it; null where they are too few. */
  change: ChangeInterval | null;
}

/** `lowPercent` and `highPercent` are positive: by how much less CPU time, or by how many more requests. */
export type Verdict =
  | { kind: 'faster' | 'slower'; metric: Metric; lowPercent: number; highPercent: number }
  | { kind: 'no-difference'; metric: Metric; largerThanPercent: number }
  | { kind: 'cannot-tell'; metric: Metric; reason: CannotTell; help: string };

export type CannotTell =
  /** One run of a state: how far two runs of the same code are apart is not known. */
  | 'one-run'
  | 'few-pairs'
  /** The states were measured one after the other: what the machine did meanwhile looks like a change. */
  | 'not-interleaved'
  /** The interval holds both no difference and a large one. */
  | 'too-noisy'
  /** No run has the figure: nothing was answered. */
  | 'no-figures';

export interface Comparison {
  verdict: Verdict;
  /** The one that the verdict is about comes first. */
  metrics: MetricEstimate[];
  baseRuns: number;
  headRuns: number;
  /** The name of the method, for those who want to check it. */
  method: string;
  /** Sentences on what makes the comparison less sure. */
  notes: string[];
}
