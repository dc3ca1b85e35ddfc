import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsBeyond } from '../../src/server/store/runLimits.ts';

/** Runs from text: the time, with `*` where it is a baseline, and its megabytes after a colon. */
function beyond(text: string, limits: { count: number; megabytes: number }): number[] {
  const runs = text.split(' ').map((each) => {
    const [time, megabytes = '1'] = each.split(':');
    return {
      takenAt: Number(time!.replace('*', '')),
      isBaseline: time!.endsWith('*'),
      bytes: Number(megabytes) * 1e6,
    };
  });
  return runsBeyond(runs, limits)
    .map(({ takenAt }) => takenAt)
    .sort();
}

test('the oldest go beyond a count, in whatever order they come', () => {
  assert.deepEqual(beyond('3 1 2 4', { count: 4, megabytes: 100 }), []);
  assert.deepEqual(beyond('3 1 2 4', { count: 2, megabytes: 100 }), [1, 2]);
});

test('the oldest go beyond a size, small ones behind a large one too', () => {
  assert.deepEqual(beyond('4:30 3:30 2:40 1:1', { count: 9, megabytes: 101 }), []);
  assert.deepEqual(beyond('4:30 3:30 2:50 1:1', { count: 9, megabytes: 100 }), [1, 2]);
});

test('the newest stays however large it is', () => {
  assert.deepEqual(beyond('2:500 1', { count: 9, megabytes: 100 }), [1]);
  assert.deepEqual(beyond('1:500', { count: 1, megabytes: 1 }), []);
});

test('a baseline stays, and takes no place of others', () => {
  assert.deepEqual(beyond('1*:900 2 3 4', { count: 2, megabytes: 100 }), [2]);
  assert.deepEqual(beyond('1* 2* 3*', { count: 1, megabytes: 1 }), []);
});
