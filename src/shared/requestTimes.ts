/**
 * The time of a request from its sending to its answer, by where it goes, learned after the measured window
 * (see src/engine/learner.ts) from a sample of the requests.
 */

/** Kinds of things that a request waits for. `child`: another process; `worker`: another thread of this one. */
export const waitKinds = [
  'timer',
  'fs',
  'dns',
  'net',
  'http',
  'db',
  'child',
  'worker',
  'zlib',
  'crypto',
  'stream',
  'lock',
  'other',
] as const;

export type WaitKind = (typeof waitKinds)[number];

/** The thing that a wait is for. */
export interface WaitName {
  kind: WaitKind;
  /** In words, such as `postgres 127.0.0.1:5432 SELECT … FROM orders`; empty if it is not known. */
  target: string;
}

export interface WaitReport extends WaitName {
  /** Mean for each answered request: how much of its latency passed in this wait. */
  ms: number;
  /** How often a request waits for it at this line, as a mean. */
  perRequest: number;
  /**
   * The part of `perRequest` that is the longest row of such waits, one after the other from the same
   * place with no other wait between them. Absent in older saved runs.
   */
  inRow?: number;
  /** The loop that waits in such a row by a function that it calls, as the text tells it; absent if there is none. */
  loop?: { file: string; line: number };
  /** Percentiles of single waits. */
  p50Ms: number;
  p99Ms: number;
}

/** A line of the user's at which requests wait, whether or not it ever ran on the CPU. */
export interface WaitingLine {
  /** Original source, absolute. */
  file: string;
  /** 1-based. */
  line: number;
  column: number;
  /** Function around the line; empty if it has no name. */
  functionName: string;
  /** Mean for each answered request, the sum of `waits`. */
  waitMs: number;
  /** Longest first. */
  waits: WaitReport[];
}

/** Milliseconds of the mean request; together its latency. */
export interface LatencyParts {
  /** JavaScript and native code that ran for it on the server's threads, without `gc`. */
  cpu: number;
  gc: number;
  /** It was ready to go on, but the event loop or the thread pool had other work. */
  queue: number;
  /** It waited for something outside of JavaScript. */
  wait: number;
  /** Before the server saw it, and after it had answered: kernel, network, client. */
  outside: number;
}

/** Two awaits of one function that requests wait at one after the other, though neither needs the other as far as its text tells. */
export interface SerialAwaits {
  /** Original source, absolute. */
  file: string;
  /** Empty if it has no name. */
  functionName: string;
  /** 1-based. */
  firstLine: number;
  secondLine: number;
  /** Mean for each answered request, with all that is called there. */
  firstMs: number;
  secondMs: number;
  /** The line at which most of it waits, if a function that is called there has that line. */
  firstWaitsAt?: { file: string; line: number };
  secondWaitsAt?: { file: string; line: number };
}

export interface RequestsReport {
  /** Requests that were followed from their arrival to the end of their answer. */
  sampled: number;
  /** Latency as the load saw it in the measured window. */
  meanMs: number;
  p50Ms: number;
  parts: LatencyParts;
  /** Those that cost most first. Absent in older saved runs. */
  serialAwaits?: SerialAwaits[];
}

/** The times of requests that a profile keeps. */
export interface RequestTimes extends RequestsReport {
  /** Longest wait first. */
  lines: WaitingLine[];
  /** Absent in older saved runs. */
  picture?: WaitPicture;
}

/** The data that the view of waits draws. */
export interface WaitPicture {
  tree: WaitFrame;
  /** The one nearest the median of the requests that were followed; null if no whole path was kept. */
  typical: RequestTimeline | null;
  /** The one nearest their 99th percentile; null if that is the typical one too. */
  slow: RequestTimeline | null;
  /** Percentiles of the requests that were followed, from their arrival to the end of their answer. */
  p50Ms: number;
  p99Ms: number;
}

/** The waits of all requests by the user's functions that led to them; a leaf is what is waited for. */
export interface WaitFrame {
  /** The function, or what is waited for; empty if it has no name. */
  name: string;
  /** Original source, absolute; empty if no line of the user's is known. */
  file: string;
  /** The line at which the function calls or awaits, 1-based; 0 if it is not known. */
  line: number;
  column: number;
  /** Null for a function. */
  wait: WaitKind | null;
  /** Mean for each answered request, in it and all below it. */
  ms: number;
  /** Number of single waits, as a mean. */
  perRequest: number;
  /** Longest first; those too short to be drawn are left out. */
  children: WaitFrame[];
}

export const stepKinds = ['cpu', 'queue', 'wait'] as const;

export type StepKind = (typeof stepKinds)[number];

/** One request as it was followed after the measured window. */
export interface RequestTimeline {
  /** From its arrival to the end of its answer. */
  totalMs: number;
  /** The user's lines, in the order in which the request came to them. */
  lines: TimelineLine[];
  /** In the order of time. */
  steps: TimelineStep[];
}

export type TimelineLine = Pick<WaitingLine, 'file' | 'line' | 'column' | 'functionName'>;

export interface TimelineStep {
  /** Since the arrival. */
  startMs: number;
  ms: number;
  kind: StepKind;
  /** Index into `lines`; -1 if no line of the user's is known. */
  at: number;
  /** Null if the kind is not `wait`. */
  wait: WaitName | null;
}
