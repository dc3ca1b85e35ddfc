import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdTable } from '../../src/engine/learning/idTable.ts';

test('a table of ids gives what was set, grows, and knows nothing of other ids', () => {
  const table = new IdTable(-2);
  assert.equal(table.get(0), undefined);
  const firstId = 70_001;
  const numbers: [id: number, number: number][] = [
    [firstId, -2],
    [firstId + 1, -1],
    [firstId + 300_000, 7],
  ];
  for (const [id, number] of numbers) table.set(id, number);
  for (const [id, number] of numbers) assert.equal(table.get(id), number);
  for (const id of [0, firstId - 1, firstId + 2, firstId + 300_001])
    assert.equal(table.get(id), undefined);
});
