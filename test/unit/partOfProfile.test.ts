import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partOfProfile } from '../../src/analysis/report/partOfProfile.ts';
import type {
  Profile,
  ProfileDeopt,
  ProfileTierChanges,
} from '../../src/analysis/profile/profile.ts';
import { profileFromText } from '../support/textProfile.ts';

const site = { function: 0, siteFunction: 0, file: '/app/main.js', line: 1, column: 1 };

function deopt(reason: string, isolate?: number): ProfileDeopt {
  const known = isolate === undefined ? {} : { isolate };
  return { ...site, timeMicros: 0, kind: 'deopt-eager', reason, ...known };
}

function changesOf(isolate: number): ProfileTierChanges {
  return { function: 0, isolate, changes: [], leftOut: 0, madeInWindow: 0 };
}

/** A sample, a deoptimization and changes of tiers of each of three threads, by their numbers. */
function threeThreads(): Profile {
  const profile = profileFromText(`
    main:1   main:1   main:1
  `);
  profile.isolates = [0, 1, 2].map((threadId) => ({ pid: 4711, threadId, role: 'worker' }));
  profile.samples.isolate = Uint16Array.of(0, 1, 2);
  profile.deopts = [deopt('first', 0), deopt('second', 1), deopt('third', 2), deopt('old')];
  profile.tierChanges = [0, 1, 2].map(changesOf);
  profile.icSites = [0, 1, 2].map((isolate) => ({
    ...{ isolate, file: '/app/main.js', line: 1, column: 1, kind: 'load', property: 'price' },
    ...{ state: 'monomorphic', shapes: [], shapeCount: 1, keyCount: 0, misses: 0 },
  }));
  return profile;
}

test('what a part keeps has the numbers of its own isolates', () => {
  const part = partOfProfile(threeThreads(), [2, 1]);
  assert.deepEqual(
    part.isolates.map(({ threadId }) => threadId),
    [2, 1],
  );
  assert.deepEqual([...part.samples.isolate], [1, 0]);
  const numbers = part.deopts.map(({ reason, isolate }) => [reason, isolate]);
  assert.deepEqual(numbers, [
    ['second', 1],
    ['third', 0],
    ['old', undefined],
  ]);
  assert.deepEqual(
    part.tierChanges?.map(({ isolate }) => isolate),
    [1, 0],
  );
  assert.deepEqual(
    part.icSites?.map(({ isolate }) => isolate),
    [1, 0],
  );
});

test('a part of a part is that of the whole', () => {
  const part = partOfProfile(partOfProfile(threeThreads(), [1, 2]), [1]);
  assert.deepEqual(
    part.deopts.map(({ reason }) => reason),
    ['third', 'old'],
  );
});
