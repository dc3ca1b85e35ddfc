import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWithLongLists } from '../../src/engine/import/longLists.ts';

const long = (valueOf: (i: number) => number | string) =>
  Array.from({ length: 60_000 }, (_, i) => valueOf(i));
const parse = (text: string) =>
  parseWithLongLists(Buffer.from(text)) as Record<string, ArrayLike<number>>;

test('reads long lists of whole numbers as JSON.parse does, and the rest', () => {
  for (const space of [undefined, 1]) {
    const given = {
      nodes: [{ id: 1, name: 'ünï "samples":[1] \\' }],
      samples: long((i) => i * 1000),
      startTime: 5.5,
      timeDeltas: long((i) => (i % 7 === 0 ? -i - 1000 : i + 1000)),
    };
    const { samples, timeDeltas, ...rest } = parse(JSON.stringify(given, null, space));
    assert.ok(samples instanceof Float64Array && timeDeltas instanceof Float64Array);
    assert.deepEqual([...samples], given.samples);
    assert.deepEqual([...timeDeltas], given.timeDeltas);
    assert.deepEqual(rest, { nodes: given.nodes, startTime: 5.5 });
  }
});

for (const [what, samples] of [
  ['fractions', `[${long((i) => i + 1000.5).join()}]`],
  ['objects', `[${long((i) => `{"a":${i}}`).join()}]`],
  ['short ones', '[1,2,3]'],
] as const) {
  test(`leaves lists of ${what} as they are`, () => {
    const text = `{"samples":${samples}}`;
    assert.deepEqual(parse(text), JSON.parse(text));
  });
}

test('leaves a list that is further inside', () => {
  const text = `{"args":{"samples":[${long((i) => i).join()}]}}`;
  assert.deepEqual(parse(text), JSON.parse(text));
});

test('refuses what JSON does not allow', () => {
  for (const wrong of ['01', '1 2', '-', '--1', '', '1,', '0x1', '1e5e']) {
    const numbers = long((i) => 1000 + i).join();
    assert.throws(() => parse(`{"samples":[${numbers},${wrong}]}`), SyntaxError, wrong);
    assert.throws(() => parse(`{"samples":[${numbers},${wrong}`), SyntaxError, wrong);
  }
});
