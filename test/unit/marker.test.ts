import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import { judge, type Judged } from '../../src/analysis/report/marker.ts';
import type { Area } from '../../src/shared/vocabulary.ts';
import { profileFromText } from '../support/textProfile.ts';

const base: Judged = {
  selfShare: 0.3,
  ownShare: 0.3,
  ownSamples: 300,
  tierSamples: { ignition: 0, sparkplug: 0, maglev: 0, turbofan: 300 },
  deopts: undefined,
  functionFile: '/app/main.js',
};

const wrongMap = {
  reason: 'wrong map',
  kind: 'deopt-eager',
  file: '/app/main.js',
  line: 12,
  column: 5,
  count: 41,
};

test('leaves an optimized function alone', () => {
  assert.deepEqual(judge(base), { marker: null, reason: null });
});

test('marks a function that mostly ran in the interpreter, with its price in words', () => {
  const tierSamples = { ignition: 279, sparkplug: 0, maglev: 0, turbofan: 21 };
  const { marker, reason } = judge({ ...base, tierSamples });
  assert.equal(marker, 'not-optimized');
  assert.match(reason ?? '', /^93 % of its own time ran in ignition/);
});

test('is silent where the samples are too few to tell', () => {
  const tierSamples = { ignition: 3, sparkplug: 0, maglev: 0, turbofan: 1 };
  assert.equal(judge({ ...base, ownSamples: 4, tierSamples }).marker, null);
});

test('is silent below one percent of time', () => {
  const tierSamples = { ignition: 300, sparkplug: 0, maglev: 0, turbofan: 0 };
  assert.equal(judge({ ...base, selfShare: 0.009, ownShare: 0.009, tierSamples }).marker, null);
});

test('marks a deopt loop with count, reason and site', () => {
  const deopts = { sites: [wrongMap], count: 41, quarters: 4 };
  assert.deepEqual(judge({ ...base, deopts }), {
    marker: 'deopt-loop',
    reason: 'deoptimized 41 times: wrong map, at line 12',
  });
});

test('takes a burst of deoptimizations for learning, not for a loop', () => {
  const deopts = { sites: [{ ...wrongMap, count: 6 }], count: 6, quarters: 1 };
  assert.equal(judge({ ...base, deopts }).marker, null);
});

test('takes four deoptimizations in three quarters of the time for a loop, and less for none', () => {
  const markerOf = (count: number, quarters: number) =>
    judge({ ...base, deopts: { sites: [{ ...wrongMap, count }], count, quarters } }).marker;
  assert.equal(markerOf(4, 3), 'deopt-loop');
  assert.equal(markerOf(3, 3), null);
  assert.equal(markerOf(40, 2), null);
});

test('names the other file where the site was inlined from there', () => {
  const deopts = { sites: [{ ...wrongMap, file: '/app/lib.js' }], count: 41, quarters: 4 };
  assert.match(judge({ ...base, deopts }).reason ?? '', /at lib\.js:12$/);
});

test('lists an inlined deopt with the function that lost its code and with its site', () => {
  const profile = profileFromText(`
    outer:1  outer:1  outer:1  outer:1
    inner:8  inner:8  inner:8  inner:8
  `);
  profile.deopts = [0.5, 1.5, 2.5, 3.5].map((ms) => ({
    timeMicros: ms * 1000,
    function: 0,
    siteFunction: 1,
    file: '/app/main.js',
    line: 8,
    column: 3,
    kind: 'deopt-eager',
    reason: 'wrong map',
  }));
  const { functions } = buildReport(profile, new Set<Area>(['app']));
  for (const name of ['outer', 'inner']) {
    const fn = functions.find((candidate) => candidate.name === name);
    assert.equal(fn?.deopts[0]?.count, 4, name);
  }
  // Only `inner` has a price of its own; without one there is no marker.
  assert.equal(functions.find(({ name }) => name === 'inner')?.marker, 'deopt-loop');
  assert.equal(functions.find(({ name }) => name === 'outer')?.marker, null);
});
