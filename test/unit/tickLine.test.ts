import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TickLine } from '../../src/analysis/log/tickLine.ts';

/** The lines lie in one piece, as in a chunk of a log. */
function readAll(lines: readonly string[], forgets: boolean): unknown[] {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  const tick = new TickLine();
  let start = 0;
  return lines.map((line) => {
    if (forgets) tick.forget();
    const end = start + line.length;
    const isRead = tick.read(bytes, start, end);
    start = end + 1;
    const { pc, micros, callback, state, depth } = tick;
    return { isRead, pc, micros, callback, state, levels: [...tick.levels.subarray(0, depth)] };
  });
}

/** How many levels each line has in common with the one before. */
function sharedOf(lines: readonly string[]): number[] {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  const tick = new TickLine();
  let start = 0;
  return lines.map((line) => {
    tick.read(bytes, start, start + line.length);
    start += line.length + 1;
    return tick.shared;
  });
}

test('reads again only what differs from the line before', () => {
  const lines = [
    '0x10,1,0,0x0,0,0xa1,0xb2,0xc3',
    '0x11,2,0,0x0,0,0xa2,0xb2,0xc3',
    '0x12,3,0,0x0,0,0xb2,0xc3',
    '0x13,4,0,0x0,0,0xa1,0xb2,0xc3',
    '0x14,5,0,0x0,8',
    '0x15,6,0,0x0,0,0xc3',
  ];
  assert.deepEqual(sharedOf(lines), [0, 2, 2, 2, 0, 0]);
  assert.deepEqual(readAll(lines, false), readAll(lines, true));
});

test('takes no address for the end of a longer one', () => {
  const lines = ['0x10,1,0,0x0,0,b2,0xc3', '0x11,2,0,0x0,0,ab2,0xc3', '0x12,3,0,0x0,0,c3'];
  assert.deepEqual(sharedOf(lines), [0, 1, 0]);
  assert.deepEqual(readAll(lines, false), readAll(lines, true));
});

test('reads differences to another address anew', () => {
  const lines = ['0x1000,1,0,0x0,0,+0x10,0xc3', '0x2000,2,0,0x0,0,+0x10,0xc3'];
  assert.deepEqual(sharedOf(lines), [0, 0]);
  assert.deepEqual(readAll(lines, false), readAll(lines, true));
});

test('reads lines of any kind the same as each by itself', () => {
  let seed = 1;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed % below;
  };
  const address = (): string =>
    ['0xa1', '0xb2b2', 'b2', '0x7f0000000001', '+0x4', '-4', 'overflow', '', 'zz', 'oo'][
      random(40) < 36 ? random(4) : random(10)
    ]!;
  const lines = Array.from({ length: 3000 }, (_, i) =>
    [
      `0x${(4096 + random(4)).toString(16)},${i},${random(2)},0x${random(3)},${random(9)}`,
      ...Array.from({ length: random(6) }, address),
    ].join(','),
  );
  assert.ok(sharedOf(lines).filter((shared) => shared > 1).length > 30);
  assert.deepEqual(readAll(lines, false), readAll(lines, true));
});
