import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInLoop } from '../../src/analysis/text/loopAround.ts';
import { maskCode } from '../../src/analysis/text/maskCode.ts';

/** `HERE` is the place; whether it is in a loop. */
const places: [string, boolean][] = [
  ['for (const id of ids) { total += await HERE(id); }', true],
  ['for (const id of ids) total += await HERE(id);', true],
  ['for (let id = 0; id < 8; id++) { const a = f(id); list.push((await HERE(id)).price); }', true],
  ['for await (const id of ids) { if (id > 7) { try { await HERE(id); } catch {} } }', true],
  ['while (!(await HERE())) await delay(5);', true],
  ['do { await HERE(); } while (more);', true],
  ['for (const id of ids) { await save({ id, price: await HERE(id) }); }', true],
  ['for (const row of await HERE()) { f(row); }', false],
  ['for (const id of ids) { f(id); } await HERE();', false],
  ['for (const id of ids) f(id); await HERE();', false],
  ['async function ask(id) { return HERE(id); }\nfor (const id of ids) await ask(id);', false],
  ['for (const id of ids) { list.push(async () => { await HERE(id); }); }', false],
  ['for (const id of ids) list.push(() => HERE(id));', false],
  ['if (known) { await HERE(); }', false],
  ['const a = [1].map((x) => x); while (a.length) { await HERE(a.pop()); }', true],
];

test('tells the places that a loop of their function runs again', () => {
  for (const [text, isLooped] of places) {
    assert.equal(isInLoop(maskCode(text), text.indexOf('HERE')), isLooped, text);
  }
});
