import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originalPositionFor } from '@jridgewell/trace-mapping';
import { evaluatedMap } from '../../src/analysis/source/evaluatedMap.ts';

const file = '/app/rules/discount.js';
const lineOf = (map: ReturnType<typeof evaluatedMap>, line: number) =>
  map && originalPositionFor(map, { line, column: 4 }).line;

test('moves lines by what stands before the text of the file', () => {
  const text = '(function anonymous(item\n) {\nreturn item.price *\n  0.9;\n//# sourceURL=x\n})';
  const map = evaluatedMap(file, text, 'return item.price *\n  0.9;\n');
  assert.equal(lineOf(map, 3), 1);
  assert.equal(lineOf(map, 4), 2);
  const withReturns = evaluatedMap(file, text, 'return item.price *\r\n  0.9;\r\n');
  assert.equal(lineOf(withReturns, 4), 2);
  assert.equal(evaluatedMap(file, 'f();\n', 'f();\n'), null);
  assert.equal(evaluatedMap('webpack-internal:///./src/a.ts', 'f();', null), null);
});

test('takes nothing of a file that the code is only named after', () => {
  for (const onDisk of ['PASSWORD=1234\n', '', null]) {
    const map = evaluatedMap('/app/.env', 'f();\n//# sourceURL=/app/.env', onDisk);
    assert.equal(lineOf(map, 2), 1);
    assert.deepEqual(map?.sourcesContent, [null]);
  }
});
