import assert from 'node:assert/strict';
import { test } from 'node:test';
import { medianIntervalMicros } from '../../src/analysis/profile/medianInterval.ts';
import { profileFromText } from '../support/textProfile.ts';

const profile = profileFromText('main:1');

/** Distances in an order that is not theirs, over two threads. */
function distanceOf(distances: readonly number[]): number {
  const timeMicros: number[] = [];
  let now = 0;
  for (const distance of distances) timeMicros.push((now += distance));
  const twice = timeMicros.flatMap((time) => [time, time + 7]);
  return medianIntervalMicros({
    ...profile,
    intervalMicros: 1e9,
    isolates: [0, 1].map((threadId) => ({ pid: 1, threadId, role: 'main' })),
    samples: {
      node: new Int32Array(twice.length),
      timeMicros: Float64Array.from(twice),
      isolate: Uint16Array.from(twice, (_, i) => i % 2),
    },
  });
}

for (const [what, of] of [
  ['whole ones', (i: number) => 900 + i],
  ['those between whole microseconds', (i: number) => 900 + i / 4],
  ['long ones', (i: number) => 65_400 + i],
  ['long and short ones', (i: number) => (i % 3 === 0 ? 1e6 + i : i + (i % 2) / 2)],
] as const) {
  test(`the usual distance is the median of ${what}`, () => {
    // The first sample of a thread has no distance; the middle one of 301 is that of both threads, too.
    const sorted = Array.from({ length: 301 }, (_, i) => of(i + 1)).sort((a, b) => a - b);
    const mixed = sorted.map((_, i) => sorted[(i * 100) % 301]!);
    assert.ok(Math.abs(distanceOf([5, ...mixed]) - sorted[150]!) < 1e-6);
  });
}
