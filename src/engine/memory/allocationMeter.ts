import type * as V8 from 'node:v8';
import { oneCollection, sumByKind, type GcKind } from '../../shared/collections.ts';
import type { ThreadAllocation } from '../../shared/memory.ts';

/**
 * Counts in the target what its thread allocates on V8's heap, exactly and without a sampler: between
 * two collections the used heap only grows, and V8 tells its size before and after each of them.
 *
 *   used   ╱│ ╱│  ╱      allocated: the sum of the rises
 *   heap  ╱ │╱ │ ╱
 *        ╱     │╱
 *
 * `total_allocated_bytes` of Node.js 26 is not taken: it counts whole buffers that V8 allocates from,
 * up to a sixth too much. Memory outside of the heap can't be counted so, because it is freed beside
 * the running code.
 *
 * It knows each collection's kind and time too. An observer of V8's entries on collections
 * (`PerformanceObserver`) would know no more, and V8 would collect otherwise because of it: the entries
 * live for longer than the garbage of a request, so that the young generation grows.
 */

/** V8's profiler keeps about 4 kB for each collection, and gives it back with its statistics. */
const foldMs = 15_000;

/** The part of the profiler's statistics that is used. */
interface Collection {
  gcType: string;
  beforeGC: { heapStatistics: HeapSizes };
  afterGC: { heapStatistics: HeapSizes };
  /** Microseconds. */
  cost: number;
}

interface HeapSizes {
  usedHeapSize: number;
  externalMemory: number;
}

export class AllocationMeter {
  readonly #sum: ThreadAllocation = { heapBytes: 0, collections: [], externalBytes: 0 };
  readonly #timer: NodeJS.Timeout;
  #profiler: V8.GCProfiler | null = null;
  #usedBytes = 0;

  /** Null before Node.js 18.15, which does not tell of collections. */
  static begin(v8: typeof V8): AllocationMeter | null {
    return typeof v8.GCProfiler === 'function' ? new AllocationMeter(v8) : null;
  }

  private constructor(private readonly v8: typeof V8) {
    this.#timer = setInterval(() => {
      this.#fold();
      this.#start();
    }, foldMs).unref();
    this.#start();
  }

  end(): ThreadAllocation {
    clearInterval(this.#timer);
    this.#fold();
    return this.#sum;
  }

  #start(): void {
    this.#profiler = new this.v8.GCProfiler();
    this.#profiler.start();
    this.#usedBytes = this.v8.getHeapStatistics().used_heap_size;
  }

  /**
   * Adds the statistics so far to the sum. The heap is read before the profiler stops, so that what the
   * profiler allocates for its statistics is not counted.
   */
  #fold(): void {
    const { used_heap_size: used, external_memory: external } = this.v8.getHeapStatistics();
    const collections = (this.#profiler?.stop().statistics ?? []) as Collection[];
    addCollections(this.#sum, collections, this.#usedBytes, used);
    this.#sum.externalBytes = Math.max(this.#sum.externalBytes, external);
  }
}

/** Adds what was allocated from a heap of `from` used bytes to one of `to`. */
export function addCollections(
  sum: ThreadAllocation,
  collections: readonly Collection[],
  from: number,
  to: number,
): void {
  let used = from;
  for (const { beforeGC, afterGC } of collections) {
    sum.heapBytes += beforeGC.heapStatistics.usedHeapSize - used;
    used = afterGC.heapStatistics.usedHeapSize;
    const { externalMemory } = beforeGC.heapStatistics;
    sum.externalBytes = Math.max(sum.externalBytes, externalMemory);
  }
  sum.heapBytes += to - used;
  const each = collections.map(({ gcType, cost }) => oneCollection(kindOf(gcType), cost));
  sum.collections = sumByKind([...sum.collections, ...each]);
}

function kindOf(gcType: string): GcKind {
  switch (gcType) {
    case 'MarkSweepCompact':
      return 'major';
    case 'IncrementalMarking':
      return 'incremental';
    case 'ProcessWeakCallbacks':
      return 'weak';
    default:
      // `Scavenge` or `MinorMarkSweep`, which Node.js calls `Unknown` before 24.
      return 'minor';
  }
}
