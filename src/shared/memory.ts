import type { Collections } from './collections.ts';
import type { GrowthReport } from './growth.ts';

/** The cost in memory of the requests of a window, in the report (see report.ts). */
export interface MemoryReport {
  /**
   * Bytes on the heaps of V8 that the server allocated for each answer, those that were collected at
   * once included; null if they are not known, and `problem` says why. Memory outside of the heap, such
   * as that of Buffers, is not in it.
   */
  bytesPerRequest: number | null;
  /**
   * Milliseconds of each answer for which V8 stopped a thread of the server to collect garbage; null
   * with `bytesPerRequest`.
   */
  gcMsPerRequest: number | null;
  /** Bytes of each request that are still in use after it, as a median of blocks of load; null but in runs of allocations. */
  retainedBytesPerRequest: number | null;
  /** The most memory outside of the heaps that was seen in the window, in bytes; null with `bytesPerRequest`. */
  externalBytes: number | null;
  /** The memory that stays in use from one block of load to the next; only in runs of allocations. */
  growth?: GrowthReport;
  /** A sentence on what is not known or not counted; null if nothing is missing. */
  problem: string | null;
  /** The bytes that each function allocates, most first; empty unless the run was one of allocations. */
  functions: AllocatingFunction[];
  /**
   * Bytes that were allocated without a visible function on the stack. Only in runs of allocations;
   * with those of `functions` they are `bytesPerRequest`.
   */
  elsewhereBytesPerRequest?: number;
}

/**
 * The bytes of a request if they are what the report's profile samples, as in runs of allocations; null if
 * it samples time.
 */
export function sampledBytes({ memory }: { memory?: MemoryReport | null }): number | null {
  return memory?.elsewhereBytesPerRequest === undefined ? null : memory.bytesPerRequest;
}

/** A function with its bytes; those of hidden functions are with the nearest visible caller. */
export interface AllocatingFunction {
  name: string;
  file: string;
  line: number;
  bytesPerRequest: number;
}

/** The allocations of one thread in the window. */
export interface ThreadAllocation {
  heapBytes: number;
  /** One entry for each kind. */
  collections: Collections[];
  /** The most memory outside of the heap that was seen. */
  externalBytes: number;
}

/** All threads of a target. */
export interface WindowAllocation {
  threads: ThreadAllocation[];
  /** Threads that began to count and did not say what they have counted. */
  lost: number;
  /** Node.js of a thread that can't count; null if there is none. */
  unable: string | null;
  /** CPU time of all its processes meanwhile, by their own account; null if one of them has not told it. */
  cpuMicros: number | null;
}

/** In the run's folder: the engine makes the files in it, and the preload of each thread watches it. */
export const countingFolder = 'counting';
export const countFile = 'begin';
export const countedFile = 'end';
/** End of the names of the heap profiles that each thread of a run of allocations writes, after `<pid>-<threadId>`. */
export const heapSuffix = '.heap.json';
