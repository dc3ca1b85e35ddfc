import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idleShare } from '../../src/analysis/report/idleShare.ts';
import type { Profile, ProfileIsolate } from '../../src/analysis/profile/profile.ts';
import { profileFromText } from '../support/textProfile.ts';

const busy = profileFromText(`
main:1 main:1 idle main:1
run:2  run:2       run:2`);

function withThread(profile: Profile, role: ProfileIsolate['role']): Profile {
  const thread: ProfileIsolate = { pid: 1, threadId: profile.isolates.length, role };
  return { ...profile, isolates: [...profile.isolates, thread] };
}

test('is what the samples leave over of the window', () => {
  assert.equal(idleShare(busy), 0.25);
});

test('counts no thread that only waits', () => {
  assert.equal(idleShare(withThread(busy, 'worker')), 0.25);
});

test('is of all threads that work', () => {
  const both = withThread(busy, 'worker');
  const isolate = Uint16Array.of(0, 1, 1, 0);
  const shared = { ...both, samples: { ...both.samples, isolate } };
  assert.equal(idleShare(shared), 1 - 3 / 8);
});

test('is all of it where no thread works', () => {
  assert.equal(idleShare(profileFromText('idle idle')), 1);
});
