import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopSeconds } from '../../src/analysis/report/loopSeconds.ts';
import type { LoopEvent } from '../../src/shared/signalsWire.ts';

/** Half a second from `fromMs` on, of which the loop worked so much. */
function half(fromMs: number, busyMs: number, heapBytes = 0, more: Partial<LoopEvent> = {}) {
  return {
    ...{ type: 'loop', fromMs, toMs: fromMs + 500, turns: 50, lateMs: 10, longestMs: 5 },
    ...{ blocks: [], gc: [], use: { busyMs, heapBytes, rssBytes: heapBytes * 3 } },
    ...more,
  } satisfies LoopEvent;
}

test('a second has the busiest loop, the longest delay, all collections, and what is in use at its end', () => {
  const gc = [{ kind: 'minor' as const, count: 2, ms: 7, longestMs: 4 }];
  const loops = [
    { pid: 1, threadId: 0, events: [half(1000, 100, 10), half(1500, 300, 20), half(2000, 50, 30)] },
    {
      pid: 1,
      threadId: 4,
      events: [half(1000, 500, 1), half(1500, 400, 2, { longestMs: 90, gc })],
    },
    { pid: 2, threadId: 0, events: [half(1400, 0, 100, { gc })] },
    { pid: 3, threadId: 0, events: [] },
  ];
  // A thread tells of its whole process, so of process 1 the last that was told counts.
  assert.deepEqual(loopSeconds(loops, 1000, 2400), [
    { delayMs: 90, gcMs: 14, busyShare: 0.9, heapBytes: 122, rssBytes: 306 },
    { delayMs: 5, gcMs: 0, busyShare: 0.1, heapBytes: 30, rssBytes: 90 },
  ]);
});

test('a thread that does not tell what it uses, as in older runs, leaves that out', () => {
  const { use: _, ...event } = half(0, 1);
  const events = [event];
  assert.deepEqual(loopSeconds([{ pid: 1, threadId: 0, events }], 0, 1000), [
    { delayMs: 5, gcMs: 0 },
  ]);
});
