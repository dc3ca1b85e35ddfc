import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFuzz } from '../../fuzz/runFuzz.ts';
import { fuzzSubjects } from '../../fuzz/subjects.ts';

const rounds = 300;

for (const subject of fuzzSubjects) {
  test(`${subject.name} with something wrong in them are read, or refused in a sentence`, async () => {
    const { problems, read, refused } = await runFuzz(subject, rounds, 1);
    assert.deepEqual(problems, []);
    // Both must happen, or nothing of interest was broken.
    assert.ok(read > rounds / 50 && refused > rounds / 50, `${read} read, ${refused} refused`);
  });
}
