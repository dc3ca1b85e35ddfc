import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idleShare, idleShares } from '../../src/analysis/report/idleShare.ts';
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
  assert.deepEqual(idleShare(busy), { idleShare: 0.25, idleOf: { pid: 1, threadId: 0 } });
});

test('is of the main thread, whether a worker waits or works', () => {
  const both = withThread(busy, 'worker');
  assert.equal(idleShare(both).idleShare, 0.25);
  assert.deepEqual(idleShares(both), [0.25, 1]);
  const isolate = Uint16Array.of(0, 1, 1, 1);
  const shared = { ...both, samples: { ...both.samples, isolate } };
  assert.deepEqual(idleShare(shared), { idleShare: 0.75, idleOf: { pid: 1, threadId: 0 } });
  assert.deepEqual(idleShares(shared), [0.75, 0.5]);
});

test('is of the process that does most, and of a thread where no main thread does anything', () => {
  const child = { pid: 2, threadId: 0, role: 'child' as const };
  const two = { ...busy, isolates: [...busy.isolates, child] };
  const isolate = Uint16Array.of(0, 1, 1, 1);
  const { idleOf } = idleShare({ ...two, samples: { ...two.samples, isolate } });
  assert.deepEqual(idleOf, { pid: 2, threadId: 0 });
  const worker = withThread({ ...busy, isolates: [] }, 'worker');
  const threads = { ...worker, isolates: [{ ...worker.isolates[0]!, threadId: 3 }] };
  assert.deepEqual(idleShare(threads), { idleShare: 0.25, idleOf: { pid: 1, threadId: 3 } });
});

test('is all of it where no thread works', () => {
  assert.equal(idleShare(profileFromText('idle idle')).idleShare, 1);
});
