import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveFrame, moveOfKey, type FramePlace } from '../../webview/flame/frameKeys.ts';
import { nextOrder, sortLines, type LineRow } from '../../webview/profile/lineOrder.ts';
import { defaultSettings, restoreSettings } from '../../webview/flame/viewSettings.ts';

/** One row a depth; `a` to `b` are columns of the text. */
function places(picture: string): { names: string; frames: FramePlace[] } {
  let names = '';
  const rows = picture.split('\n').filter((row) => row.trim());
  const frames = rows.flatMap((row, depth) =>
    [...row.matchAll(/(\w)-*/g)].map((match) => {
      names += match[1]!;
      return { depth, from: match.index, to: match.index + match[0].length };
    }),
  );
  return { names, frames };
}

test('arrow keys move to the widest callee, the caller and the neighbours', () => {
  const { names, frames } = places(`
    a---------
    b---c-----
    d-e- f-g--
  `);
  const go = (from: string, move: Parameters<typeof moveFrame>[2]) =>
    names[moveFrame(frames, names.indexOf(from), move)];
  assert.equal(go('a', 'callee'), 'c');
  assert.equal(go('c', 'callee'), 'g');
  assert.equal(go('f', 'caller'), 'c');
  assert.equal(go('e', 'next'), 'f');
  assert.equal(go('f', 'previous'), 'e');
  assert.equal(go('d', 'previous'), 'd');
  assert.equal(go('g', 'next'), 'g');
  assert.equal(go('g', 'callee'), 'g');
  assert.equal(go('a', 'caller'), 'a');
  assert.equal(go('g', 'first'), 'a');
});

test('up and down follow the picture', () => {
  assert.equal(moveOfKey('ArrowDown', 'icicle'), 'callee');
  assert.equal(moveOfKey('ArrowDown', 'flame'), 'caller');
  assert.equal(moveOfKey('x', 'flame'), null);
});

test('figures sort from the largest, texts from A, and a second click turns them round', () => {
  const row = (place: string, self: number, ignition: number): LineRow => ({
    place,
    source: '',
    functionName: '',
    line: {
      file: '/app/main.js',
      line: 1,
      self,
      own: self,
      total: self,
      parts: { gc: 0, v8: 0, native: 0, core: 0, deps: 0 },
      tiers: { ignition, sparkplug: 0, maglev: 0, turbofan: 0 },
      exact: true,
    },
  });
  const rows = [row('a.js:10', 0.1, 0.3), row('a.js:9', 0.5, 0), row('b.js:1', 0.2, 0.1)];
  const order = (column: Parameters<typeof nextOrder>[1], isTurned = false) => {
    const once = nextOrder({ column: 'own', isDescending: true }, column);
    return sortLines(rows, isTurned ? nextOrder(once, column) : once).map(({ place }) => place);
  };
  assert.deepEqual(order('self'), ['a.js:9', 'b.js:1', 'a.js:10']);
  assert.deepEqual(order('self', true), ['a.js:10', 'b.js:1', 'a.js:9']);
  assert.deepEqual(order('place'), ['a.js:9', 'a.js:10', 'b.js:1']);
  assert.deepEqual(order('tiers'), ['a.js:10', 'b.js:1', 'a.js:9']);
  assert.deepEqual(order('function'), ['a.js:9', 'b.js:1', 'a.js:10']);
});

test('stored choices that are not understood become the default', () => {
  for (const stored of [null, undefined, 3, 'x', [], {}, { visibility: 7, colour: 'pink' }]) {
    assert.deepEqual(restoreSettings(stored), defaultSettings);
  }
  const stored = {
    visibility: { areas: ['gc', 'moon', 'app'], packages: ['koa', 3] },
    colour: 'tier',
  };
  assert.deepEqual(restoreSettings(stored), {
    ...defaultSettings,
    visibility: { areas: ['app', 'gc'], packages: ['koa'] },
    colour: 'tier',
  });
});
