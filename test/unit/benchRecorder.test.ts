import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneOfEachTwo } from '../../src/engine/recorder.ts';

test('keeps half of the calls of each kind where every second one is of another kind', () => {
  const calls = Array.from({ length: 64 }, (_, call) => call);
  const odd = Array.from({ length: 200 }, () => {
    const kept = oneOfEachTwo(calls);
    assert.deepEqual(
      kept.map((call) => call >> 1),
      calls.slice(0, 32),
    );
    return kept.filter((call) => call % 2 === 1).length;
  });
  const mean = odd.reduce((sum, count) => sum + count, 0) / odd.length;
  // 16 with a standard error of 0.2.
  assert.ok(mean > 15 && mean < 17, `${mean} odd ones of 32`);
});

test('keeps the last of an odd number of calls', () => {
  assert.deepEqual(oneOfEachTwo([7]), [7]);
  assert.equal(oneOfEachTwo([1, 1, 2]).at(-1), 2);
});
