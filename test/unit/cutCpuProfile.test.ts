import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutCpuProfile, scriptUrls } from '../../src/engine/samplers/cutCpuProfile.ts';

const nodes = [
  { id: 1, callFrame: { url: '' } },
  { id: 2, callFrame: { url: 'file:///a.js' } },
  { id: 3, callFrame: { url: 'node:fs' } },
];

/** Samples at 1000, 1100, 1200 … microseconds. */
const profile = {
  nodes,
  startTime: 900,
  endTime: 1500,
  samples: [1, 2, 3, 2, 1],
  timeDeltas: [100, 100, 100, 100, 100],
};

test('takes the samples of the window, counted from its start', () => {
  assert.deepEqual(cutCpuProfile(profile, { startMicros: 1050, endMicros: 1300 }), {
    nodes,
    startTime: 0,
    endTime: 250,
    samples: [2, 3],
    timeDeltas: [50, 100],
  });
});

test('the moment of the start is within, that of the end is not', () => {
  const cut = cutCpuProfile(profile, { startMicros: 1100, endMicros: 1200 });
  assert.deepEqual(cut?.samples, [2]);
  assert.deepEqual(cut.timeDeltas, [0]);
});

test('puts samples that V8 wrote late where they belong', () => {
  const late = { ...profile, timeDeltas: [100, 200, -50, 150, 100] };
  const cut = cutCpuProfile(late, { startMicros: 1000, endMicros: 2000 });
  // At 1000, 1200, 1150, 1300 and 1400.
  assert.deepEqual(cut?.samples, [1, 3, 2, 2, 1]);
  assert.deepEqual(cut.timeDeltas, [0, 150, 50, 100, 100]);
});

test('a window without samples is none', () => {
  assert.equal(cutCpuProfile(profile, { startMicros: 0, endMicros: 1000 }), null);
  assert.equal(
    cutCpuProfile({ nodes, startTime: 0, endTime: 9 }, { startMicros: 0, endMicros: 9 }),
    null,
  );
});

test('names the scripts that the functions are in', () => {
  assert.deepEqual([...scriptUrls(profile)], ['file:///a.js', 'node:fs']);
});
