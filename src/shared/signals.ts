import type { Collections } from './collections.ts';

/**
 * The work of the event loops of the threads that serve over the window, as they told of it themselves.
 * Times are milliseconds since its start.
 */
export interface SignalsReport {
  /** How late a timer of 10 ms came: the mean, and the latest. */
  delayMs: { mean: number; max: number };
  seconds: LoopSecond[];
  /** The longest times of 50 ms and more in which the loop came to no timer, in order; known to 5 ms. At most 200. */
  blocks: LoopBlock[];
  /** How many there were. */
  blockCount: number;
  /** By kind, most time first: those of all threads that counted what they allocate. */
  gc: Collections[];
}

/** A whole second of the window, over all threads. */
export interface LoopSecond {
  /** The longest delay. */
  delayMs: number;
  /** The time of collections, by the samples; in older saved runs, as the threads told of it. */
  gcMs: number;
  /** Share of it in which the busiest loop was not waiting for events; absent, as what follows, in older saved runs. */
  busyShare?: number;
  /** Used heap at its end, the sum of the threads that serve. */
  heapBytes?: number;
  /** Memory at its end as the system counts it, the sum of their processes. */
  rssBytes?: number;
  /** Memory outside of the heap for objects of the threads that serve, buffers above all, at its end. */
  externalBytes?: number;
  /** Sockets, timers, requests to files and others that keep these threads alive, at most. */
  resources?: number;
  /** Share of it in which the server's busiest thread was ready but others had the CPUs; on Linux alone. */
  cpuWaitShare?: number;
}

export interface LoopBlock {
  startMs: number;
  ms: number;
  pid: number;
  /** 0 on the main thread. */
  threadId: number;
  /** The line of the innermost function of the user's that has half of the samples; null if none has. */
  file: string | null;
  line: number | null;
  /** The function of that line. */
  name: string | null;
}
