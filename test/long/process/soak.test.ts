import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soak } from '../../soak/soak.ts';

// Processes and their files are seen in /proc.
const skip = process.platform !== 'linux';

test('runs that are cancelled at any moment leave nothing, eight in a row', { skip }, async () => {
  const figures = await soak(8, 20);
  assert.equal(figures.done + figures.cancelled, 8);
  // Both must have happened.
  assert.ok(figures.done > 0 && figures.cancelled > 0, JSON.stringify(figures));
  assert.ok(figures.filesAfter <= figures.filesBefore, JSON.stringify(figures));
  assert.ok(figures.memoryAfterMb < figures.memoryBeforeMb + 100, JSON.stringify(figures));
});
