import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loopSeconds } from '../../src/analysis/report/loopSeconds.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import type { LoopEvent, ThreadUse } from '../../src/shared/signalsWire.ts';
import { profileFromText } from '../support/textProfile.ts';

function use(busyMs: number, heapBytes: number): ThreadUse {
  const resources = heapBytes / 2;
  return { busyMs, heapBytes, externalBytes: heapBytes * 2, rssBytes: heapBytes * 3, resources };
}

/** Half a second from `fromMs` on, of which the loop worked so much. */
function half(fromMs: number, busyMs: number, heapBytes = 0, more: Partial<LoopEvent> = {}) {
  return {
    ...{ type: 'loop', fromMs, toMs: fromMs + 500, turns: 50, lateMs: 10, longestMs: 5 },
    ...{ blocks: [], use: use(busyMs, heapBytes) },
    ...more,
  } satisfies LoopEvent;
}

/** The samples are one every half of a second, and stand for 20 ms each. */
function sampled(text: string, windowMs: number): Profile {
  const profile = profileFromText(text);
  const timeMicros = profile.samples.timeMicros.map((_, index) => index * 500_000);
  return {
    ...{ ...profile, windowMs, intervalMicros: 20_000 },
    samples: { ...profile.samples, timeMicros },
  };
}

test('a second has the busiest loop, the longest delay, all collections, and what is in use at its end', () => {
  const profile = sampled('main:1  gc  gc  idle  gc\ngc', 2400);
  const loops = [
    { pid: 1, threadId: 0, events: [half(1000, 100, 10), half(1500, 300, 20), half(2000, 50, 30)] },
    {
      pid: 1,
      threadId: 4,
      events: [half(1000, 500, 1), half(1500, 400, 2, { longestMs: 90 })],
    },
    { pid: 2, threadId: 0, events: [half(1000, 0, 104), half(1400, 0, 100)] },
    { pid: 3, threadId: 0, events: [] },
  ];
  // A thread tells of its whole process, so of process 1 the last that was told counts.
  assert.deepEqual(loopSeconds(loops, 1000, profile), [
    {
      delayMs: 90,
      gcMs: 40,
      busyShare: 0.9,
      ...{ heapBytes: 122, rssBytes: 306 },
      externalBytes: 244,
      resources: 63,
    },
    {
      delayMs: 5,
      gcMs: 20,
      busyShare: 0.1,
      ...{ heapBytes: 30, rssBytes: 90 },
      externalBytes: 60,
      resources: 15,
    },
  ]);
});

test('a thread that does not tell what it uses, as in older runs, leaves that out', () => {
  const { use: _, ...event } = half(0, 1);
  const events = [event];
  const profile = sampled('main:1  main:1', 1000);
  assert.deepEqual(loopSeconds([{ pid: 1, threadId: 0, events }], 0, profile), [
    { delayMs: 5, gcMs: 0 },
  ]);
});

test('a second has its own waits for a CPU, and none where the system does not tell', () => {
  const profile = sampled('main:1  main:1  main:1  main:1  main:1  main:1', 3000);
  const waits = [
    { fromMs: 600, toMs: 1100, share: 0.8 },
    { fromMs: 1100, toMs: 1600, share: 0.2 },
    { fromMs: 1600, toMs: 1900, share: 0.6 },
    { fromMs: 2100, toMs: 2600, share: 0.1 },
  ];
  assert.deepEqual(
    loopSeconds([], 1000, profile, waits).map(({ cpuWaitShare }) => cpuWaitShare),
    [(0.2 * 500 + 0.6 * 300) / 800, 0.1, undefined],
  );
});
