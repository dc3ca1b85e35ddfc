/**
 * Where the time of a request goes from its sending to its answer, learned after the measured window
 * (see src/engine/learner.ts) from a sample of the requests.
 */

/** What a request waits for. `child`: another process; `worker`: another thread of this one. */
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

/** What a wait is for. */
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
  /** Of single waits. */
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

export interface RequestsReport {
  /** Requests that were followed from their arrival to the end of their answer. */
  sampled: number;
  /** Latency as the load saw it in the measured window. */
  meanMs: number;
  p50Ms: number;
  parts: LatencyParts;
}

/** What a profile keeps of its requests. */
export interface RequestTimes extends RequestsReport {
  /** Longest wait first. */
  lines: WaitingLine[];
}
