import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeLogText } from '../../src/analysis/log/logText.ts';
import { PositionTable } from '../../src/analysis/log/positionTable.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("undoes V8's escapes, whether they stand for ASCII or for more", () => {
  const cases: [logged: string, text: string][] = [
    ['plain é', 'plain é'],
    ['a\\nb\\\\n\\x2C\\tc', 'a\nb\\n,\tc'],
    ['é\\n', 'é\n'],
    ['\\xe9\\n\\u20ac\\x2c', 'é\n€,'],
    ['\\ud83d\\ude00\\n', '😀\n'],
    ['a\\x2', 'ax2'],
    ['\\n\\', '\n\\'],
  ];
  for (const [logged, text] of cases) assert.equal(decodeLogText(bytes(logged)), text, logged);
});

test('reads the positions of code, and passes over what is garbled', () => {
  const table = new PositionTable(bytes('C0O10C#C4O-1I0C8OC12O40I1C9,FO3F2O7I0F5'));
  const found = [0, 4, 11, 12, 99].map((offset) => {
    const run = table.find(offset);
    return [table.sourceOffset(run), table.inliningId(run)];
  });
  assert.deepEqual(found, [
    [10, -1],
    [-1, 0],
    [-1, 0],
    [40, 1],
    [40, 1],
  ]);
  assert.deepEqual(table.inlining, [
    { function: -1, sourceOffset: 3, parent: -1 },
    { function: 2, sourceOffset: 7, parent: 0 },
  ]);
  assert.equal(new PositionTable(bytes('')).empty, true);
});
