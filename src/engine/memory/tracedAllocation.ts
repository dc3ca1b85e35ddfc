import type * as Inspector from 'node:inspector';
import type * as TraceEvents from 'node:trace_events';
import type * as V8 from 'node:v8';
import {
  oneCollection,
  sumByKind,
  type Collections,
  type GcKind,
} from '../../shared/collections.ts';
import type { ThreadAllocation } from '../../shared/memory.ts';

declare const require: NodeJS.Require;

/** Memory outside of the heap is looked at so often. */
const externalMs = 250;
/**
 * In later versions of V8 the traced sizes before collections have up to 7 % too much, unless `v8.GCProfiler`
 * runs too.
 */
const lastMajor = 20;

/** The parts of an event of V8's tracing that are used. Times are microseconds of the system's clock. */
export interface TraceEvent {
  tid: number;
  ts: number;
  dur: number;
  name: string;
  /** `B` and `E` are the begin and the end of something, `X` is all of it. */
  ph: string;
  args: { usedHeapSizeBefore?: number; usedHeapSizeAfter?: number };
}

/**
 * Counts as `AllocationMeter` does, and the same to the byte, but has the size of the heap before and after
 * each collection from V8's tracing, which another thread writes down. So a server with hundreds of
 * collections a second pays next to nothing, where `v8.GCProfiler` took 2 to 4 % of its CPU time.
 */
export class TracedAllocation {
  readonly #session: Inspector.Session;
  readonly #sums: TracedSums;
  readonly #timer: NodeJS.Timeout;
  readonly #fromBytes: number;
  #externalBytes = 0;

  /**
   * Null where V8's events can't be had or are wrong: after Node.js 20, where the system has another number
   * for a process and its main thread, and where the server traces itself and would find them in its own
   * file, or may not use the inspector.
   */
  static begin(v8: typeof V8): TracedAllocation | null {
    if (parseInt(process.versions.node) > lastMajor || process.platform !== 'linux') return null;
    try {
      const { getEnabledCategories } = require('node:trace_events') as typeof TraceEvents;
      if (getEnabledCategories()) return null;
      return new TracedAllocation(v8, require('node:inspector') as typeof Inspector);
    } catch {
      return null;
    }
  }

  private constructor(
    private readonly v8: typeof V8,
    { Session }: typeof Inspector,
  ) {
    this.#session = new Session();
    this.#session.connect();
    this.#session.on('NodeTracing.dataCollected', ({ params }) => {
      this.#sums.add(params.value as unknown as TraceEvent[]);
    });
    const traceConfig = { includedCategories: ['v8'] };
    this.#session.post('NodeTracing.start', { traceConfig }, (error) => {
      if (error) throw error;
    });
    this.#timer = setInterval(() => this.#usedBytes(), externalMs).unref();
    this.#fromBytes = this.#usedBytes();
    this.#sums = new TracedSums(process.pid, nowMicros());
  }

  /** @param tell is called when V8 has told of the last collection */
  end(tell: (allocation: ThreadAllocation) => void): null {
    clearInterval(this.#timer);
    const allocatedBytes = this.#usedBytes() - this.#fromBytes;
    this.#sums.endMicros = nowMicros();
    this.#session.once('NodeTracing.tracingComplete', () => {
      this.#session.disconnect();
      const { freedBytes, collections } = this.#sums;
      const heapBytes = allocatedBytes + freedBytes;
      tell({ heapBytes, collections, externalBytes: this.#externalBytes });
    });
    this.#session.post('NodeTracing.stop');
    return null;
  }

  #usedBytes(): number {
    const { used_heap_size: used, external_memory: external } = this.v8.getHeapStatistics();
    this.#externalBytes = Math.max(this.#externalBytes, external);
    return used;
  }
}

/** Adds up the collections of one thread between two moments. */
export class TracedSums {
  /** Bytes that collections have given back. */
  freedBytes = 0;
  /** One entry for each kind. */
  collections: Collections[] = [];
  endMicros = Infinity;
  /** When the collection that runs has begun. */
  #begunMicros = 0;

  constructor(
    private readonly tid: number,
    private readonly beginMicros: number,
  ) {}

  /** @param events in the order in which they happened, as all that were given before */
  add(events: readonly TraceEvent[]): void {
    const done: Collections[] = [];
    for (const { tid, ts, dur, name, ph, args } of events) {
      if (tid !== this.tid || ts < this.beginMicros || ts > this.endMicros) continue;
      const kind = kindOf(name);
      if (kind === null) continue;
      if (ph === 'B') this.#begunMicros = ts;
      else done.push(oneCollection(kind, ph === 'E' ? ts - this.#begunMicros : dur));
      this.freedBytes += (args.usedHeapSizeBefore ?? 0) - (args.usedHeapSizeAfter ?? 0);
    }
    if (done.length > 0) this.collections = sumByKind([...this.collections, ...done]);
  }
}

function kindOf(name: string): GcKind | null {
  switch (name) {
    case 'MinorGC':
      return 'minor';
    case 'MajorGC':
      return 'major';
    case 'V8.GCIncrementalMarkingStart':
    case 'V8.GCIncrementalMarking':
      return 'incremental';
    default:
      return null;
  }
}

function nowMicros(): number {
  return Number(process.hrtime.bigint()) / 1000;
}
