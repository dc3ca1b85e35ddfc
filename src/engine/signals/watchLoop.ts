import type { PerformanceObserver } from 'node:perf_hooks';
import { blockMs, type LoopEvent, type ThreadUse } from '../../shared/signalsWire.ts';

// The server may replace them, as test libraries do.
const { setInterval, performance } = globalThis;
const { memoryUsage } = process;

/** A loop with nothing to do wakes up so often. */
const stepMs = 10;
const toldEveryMs = 250;
/** More are not told: the longest of each batch stay. */
const maxBlocks = 20;

/**
 * Watches the event loop of a thread that serves, from within: a timer that comes late says how long other work
 * held the loop, and V8 says how long it collected garbage. A server with nothing to do wakes up for it, which
 * took 1.4 % of a CPU. A block is known to half a step. Must not throw.
 */
export function watchLoop(tell: (event: LoopEvent) => void): void {
  const zeroMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();
  const event = (): LoopEvent => ({
    ...{ type: 'loop', fromMs: zeroMs + performance.now(), toMs: 0 },
    ...{ turns: 0, lateMs: 0, longestMs: 0, blocks: [], gc: [] },
  });
  let batch = event();
  watchGc((kind, ms) => {
    const known = batch.gc.find((each) => each.kind === kind);
    if (known) {
      known.count += 1;
      known.ms += ms;
      known.longestMs = Math.max(known.longestMs, ms);
    } else batch.gc.push({ kind, count: 1, ms, longestMs: ms });
  });
  let activeMs = performance.eventLoopUtilization().active;
  const use = (): ThreadUse => {
    const { active } = performance.eventLoopUtilization();
    const busyMs = Math.max(0, active - activeMs);
    activeMs = active;
    const { heapUsed: heapBytes, rss: rssBytes } = memoryUsage.call(process);
    return { busyMs, heapBytes, rssBytes };
  };
  let dueMs = performance.now() + stepMs;
  setInterval(() => {
    const now = performance.now();
    const lateMs = Math.max(0, now - dueMs);
    batch.turns += 1;
    batch.lateMs += lateMs;
    batch.longestMs = Math.max(batch.longestMs, lateMs);
    // It began at some moment of the step before.
    const ms = lateMs + stepMs / 2;
    if (ms >= blockMs && batch.blocks.length < maxBlocks) {
      batch.blocks.push({ startMs: zeroMs + now - ms, ms });
    }
    if (zeroMs + now - batch.fromMs >= toldEveryMs) {
      tell({ ...batch, toMs: zeroMs + now, use: use() });
      batch = event();
    }
    dueMs = performance.now() + stepMs;
  }, stepMs).unref();
}

function watchGc(seen: (kind: LoopEvent['gc'][number]['kind'], ms: number) => void): void {
  try {
    const hooks = require('node:perf_hooks') as { PerformanceObserver: typeof PerformanceObserver };
    new hooks.PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { kind } = (entry as { detail?: { kind?: number } }).detail ?? {};
        // V8's numbers: 1 and 2 of the young generation, 4 of the whole heap, 8 a step of marking it.
        seen(
          kind === 4 ? 'major' : kind === 8 ? 'incremental' : kind === 16 ? 'weak' : 'minor',
          entry.duration,
        );
      }
    }).observe({ entryTypes: ['gc'] });
  } catch {
    // A Node.js without it tells of no collections.
  }
}
