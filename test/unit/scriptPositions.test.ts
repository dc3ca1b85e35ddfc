import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TraceMap } from '@jridgewell/trace-mapping';
import { ScriptPositions } from '../../src/analysis/source/scriptPositions.ts';

const files = { exists: () => true } as never;

/** A script of which each line is made from `parts`: the column, and the line and column (0-based) it came from. */
function mapped(
  text: string,
  ...lines: [column: number, line: number, at: number, source?: number][][]
) {
  const mappings = lines.map((line) =>
    line.map(([column, from, at, source = 0]): [number, number, number, number] => [
      column,
      source,
      from,
      at,
    ]),
  );
  const sources = ['file:///app/a.ts', 'file:///app/b.ts'];
  const map = new TraceMap({ version: 3, names: [], sources, mappings }, 'file:///app/a.js.map');
  return new ScriptPositions('/app/a.js', text, map, [], files);
}

const whole = [0, Infinity] as const;

test('a line of a script comes from the line that all of its parts come from', () => {
  const script = mapped('one(); two();\n', [
    [0, 4, 2],
    [7, 4, 10],
  ]);
  assert.deepEqual(script.onLine(1, ...whole), {
    ...{ file: '/app/a.ts', line: 5, column: 3, name: null },
  });
});

test('nothing is said of a line that comes from several lines or files', () => {
  const lines = mapped('one(); two();\n', [
    [0, 4, 2],
    [7, 5, 2],
  ]);
  assert.equal(lines.onLine(1, ...whole), null);
  const twoFiles = mapped('one(); two();\n', [
    [0, 4, 2],
    [7, 4, 2, 1],
  ]);
  assert.equal(twoFiles.onLine(1, ...whole), null);
});

test('only the part of a line counts that lies between the offsets', () => {
  const script = mapped(
    'one(); two();\nthree();\n',
    [
      [0, 4, 2],
      [7, 5, 6],
    ],
    [[0, 8, 0]],
  );
  assert.equal(script.onLine(1, 0, 6)?.line, 5);
  assert.equal(script.onLine(1, 7, 13)?.line, 6);
  assert.equal(script.onLine(1, 7, 13)?.column, 7);
  assert.equal(script.onLine(2, 7, 22)?.line, 9);
  assert.equal(script.onLine(2, 0, 14), null);
  assert.equal(script.onLine(9, ...whole), null);
});

test('a line without code comes from nowhere, and one without a map is its own', () => {
  const own = new ScriptPositions('/app/a.js', '  run();\n// }\n', null, [], files);
  assert.deepEqual(own.onLine(1, ...whole), { file: '/app/a.js', line: 1, column: 3, name: null });
  assert.equal(own.onLine(2, ...whole), null);
});
