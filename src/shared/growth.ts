/**
 * Whether the memory and the handles of a server grow under load. A run of allocations asks its threads by
 * files in the run's folder, which the preload watches; each answers with an event (targetWire.ts):
 *
 *   mark-0 ─ load ─ mark-1 ─ load ─ … mark-6     collections are forced, and what is in use is counted
 *                                       └─ track ─ load ─ look     only if something grew: what is new, and who holds it
 */
export const growthFolder = 'growth';
export type GrowthStep = `mark-${number}` | 'track' | 'look';

/** Ends of the names of the files that threads write, after `<pid>-<threadId>`. */
export const liveSuffix = '.live.json';
export const snapshotSuffix = '.heapsnapshot';

/** The memory that a thread has in use after a forced collection. */
export interface GrowthMark {
  usedBytes: number;
  /** Outside of V8's heap: Buffers, for example. */
  externalBytes: number;
  /** Sockets, timers and others that keep the process alive, by Node.js' own names. */
  resources: Record<string, number>;
  /** Open files of the process; null if the system does not list them, and in workers. */
  files: number | null;
  /** The process can't open more files and sockets together; null if that is not known. */
  maxFiles: number | null;
  /** Samples of live objects up to this number were allocated before. */
  lastSample: number;
}

/** Handles that were opened after `track` and are still open at `look`. */
export interface OpenHandle {
  /** A name of {@link GrowthMark.resources}. */
  kind: string;
  count: number;
  /** Innermost first: places of the code that ran, 1-based. */
  stack: { name: string; url: string; line: number; column: number }[];
}

/** The findings of a thread at `look`. */
export interface GrowthLook {
  handles: OpenHandle[];
  /** A file that was opened last, if files are counted. */
  openFile: string | null;
  /** Objects of the snapshot with a higher number were allocated after `track`; null without a snapshot. */
  newFrom: number | null;
}

/** In the report: what is still in use after forced collections. */
export interface GrowthReport {
  /** In use before the first block. */
  startBytes: number;
  /** One after another. */
  blocks: GrowthBlock[];
  /** Dearest first; empty if nothing grows in each block. */
  leaks: Leak[];
  handles: HandleLeak[];
  /** A sentence on what is not known; null if nothing is missing. */
  problem: string | null;
}

export interface GrowthBlock {
  requests: number;
  /** In use at its end, on the heaps of all threads and outside of them. */
  usedBytes: number;
}

/** A holder that keeps memory; one function if the holder is not known. */
export interface Leak {
  /** The function that allocates most of it; of hidden functions, the nearest visible caller. */
  name: string;
  file: string;
  line: number;
  bytesPerRequest: number;
  /** The part of it that this function allocates. */
  ownBytesPerRequest: number;
  /** Other functions that allocate a part of it, most first. */
  others: { name: string; file: string; line: number; bytesPerRequest: number }[];
  /** The class of most of the objects; null if it is not known. */
  className: string | null;
  /** `sessions (Map)`; null if it is not known. */
  holder: string | null;
}

/** Handles that stay open. */
export interface HandleLeak {
  /** `timers`, `sockets` … */
  what: string;
  perRequest: number;
  /** At the end. */
  open: number;
  /** The function that opens them and its place, `file` absolute; null if they are not known. */
  name: string | null;
  file: string | null;
  line: number | null;
  /** One of them; of files. */
  example: string | null;
}
