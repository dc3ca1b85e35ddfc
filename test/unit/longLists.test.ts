import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignFromCpuProfile } from '../../src/analysis/import/cpuProfile.ts';
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
    assert.ok(samples instanceof Int32Array && timeDeltas instanceof Int32Array);
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

/** Nodes with all that may confuse a reader of brackets, more than are parsed at once. */
const nodes = Array.from({ length: 9000 }, (_, i) => ({
  id: i + 1,
  callFrame: {
    functionName: i === 0 ? '(root)' : `]},{" \\ ünï "nodes":[${i % 50}`,
    ...{ scriptId: '1', url: `file:///app/${i % 9}.js`, lineNumber: i % 50, columnNumber: 4 },
  },
  hitCount: i % 5,
  children:
    i === 0 ? Array.from({ length: 4499 }, (_, k) => 2 * k + 2) : i % 2 === 1 ? [i + 2] : [],
  positionTicks: i % 3 === 0 ? [{ line: (i % 50) + 1, ticks: i % 5 }] : [],
}));
const samples = long((i) => ((i * 7) % 9000) + 1);
const timeDeltas = long((i) => 900 + (i % 200));

for (const [what, rows] of [
  ['in order', nodes],
  ['in another order', nodes.toReversed()],
] as const) {
  for (const space of [undefined, 1]) {
    test(`reads long lists of nodes as JSON.parse does: ${what}, indented by ${space ?? 0}`, () => {
      const text = JSON.stringify({ nodes: rows, startTime: 0, samples, timeDeltas }, null, space);
      const read = parseWithLongLists(Buffer.from(text)) as { nodes: unknown };
      assert.ok(!Array.isArray(read.nodes));
      assert.deepEqual(foreignFromCpuProfile(read), foreignFromCpuProfile(JSON.parse(text)));
    });
  }
}

test('refuses long lists of nodes that JSON does not allow, and leaves what are no nodes', () => {
  const text = nodes.map((node) => JSON.stringify(node)).join();
  for (const wrong of [`${text},`, `,${text}`, `${text}}`, `${text},{"id":}`, `${text},"`]) {
    assert.throws(() => parseWithLongLists(Buffer.from(`{"nodes":[${wrong}]}`)), SyntaxError);
  }
  assert.throws(() => parseWithLongLists(Buffer.from(`{"nodes":[${text}`)), SyntaxError);
  for (const other of [`${text},1`, `${text},{"id":1}`, samples.join()]) {
    const whole = `{"nodes":[${other}]}`;
    assert.deepEqual(parseWithLongLists(Buffer.from(whole)), JSON.parse(whole));
  }
});
