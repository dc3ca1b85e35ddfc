/** The event loop was held by other work for so long: people begin to notice. */
export const blockMs = 50;

/**
 * A thread that serves tells this of a quarter of a second (src/engine/signals/watchLoop.ts), through
 * the events of targetWire.ts. Moments are milliseconds on the system's monotonic clock.
 */
export interface LoopEvent {
  type: 'loop';
  fromMs: number;
  toMs: number;
  /** How often the timer came. */
  turns: number;
  /** How late it came: the sum, and the longest. */
  lateMs: number;
  longestMs: number;
  /** The moments in which the loop was held for `blockMs` or longer. */
  blocks: { startMs: number; ms: number }[];
  /** At `toMs`. */
  use?: ThreadUse;
}

/** What a thread has in use, and for how long its loop has worked. */
export interface ThreadUse {
  /** Since the event before: the loop was not waiting for events. */
  busyMs: number;
  /** On this thread's heap, garbage that is not collected yet included. */
  heapBytes: number;
  /** Outside of the heap, for objects of this thread: buffers above all. */
  externalBytes: number;
  /** Of the whole process. */
  rssBytes: number;
  /** They keep this thread's loop alive: sockets, servers, timers, requests to files and others. */
  resources: number;
}
