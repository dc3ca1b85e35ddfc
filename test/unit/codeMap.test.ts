import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CodeMap } from '../../src/analysis/log/codeMap.ts';

test('finds code from its first to its last byte', () => {
  const map = new CodeMap();
  const code = map.add(0x1000, 0x10);
  assert.equal(map.find(0x0fff), -1);
  assert.equal(map.find(0x1000), code);
  assert.equal(map.find(0x100f), code);
  assert.equal(map.find(0x1010), -1);
});

test('new code takes the place of all that it overlaps', () => {
  const map = new CodeMap();
  const first = map.add(0x1000, 0x10);
  const second = map.add(0x1010, 0x10);
  const reused = map.add(0x1008, 0x10);
  assert.equal(map.find(0x1001), -1);
  assert.equal(map.find(0x1008), reused);
  assert.equal(map.find(0x101f), -1);
  assert.ok(!map.holds(first, 0x1001));
  assert.ok(!map.holds(second, 0x101f));
});

test('moved code is found at its new place only', () => {
  const map = new CodeMap();
  const code = map.add(0x1000, 0x10);
  const victim = map.add(0x90000000, 8);
  map.move(0x1000, 0x90000000);
  assert.equal(map.find(0x1004), -1);
  assert.equal(map.find(0x9000000f), code);
  assert.ok(!map.holds(victim, 0x90000000));
});

test('a move or delete of an address that is no start of code changes nothing', () => {
  const map = new CodeMap();
  const code = map.add(0x1000, 0x10);
  map.move(0x1004, 0x2000);
  map.delete(0x1004);
  map.move(0x5000, 0x2000);
  assert.equal(map.find(0x1004), code);
  assert.equal(map.find(0x2000), -1);
  map.delete(0x1000);
  assert.equal(map.find(0x1004), -1);
});

test('finds code that spans many megabytes', () => {
  const map = new CodeMap();
  const code = map.add(0x100000, 0x1000000);
  assert.equal(map.find(0x100000), code);
  assert.equal(map.find(0x10fffff), code);
  map.delete(0x100000);
  assert.equal(map.find(0x800000), -1);
});

test('agrees with a plain list over thousands of random changes', () => {
  const map = new CodeMap();
  let live: { entry: number; start: number; end: number }[] = [];
  let seed = 7;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return seed % below;
  };
  const place = (entry: number, start: number, end: number): void => {
    live = live.filter((code) => code.end <= start || code.start >= end);
    live.push({ entry, start, end });
  };
  for (let step = 0; step < 5000; step++) {
    const start = random(1 << 20);
    const victim = live[random(Math.max(live.length, 1))];
    const action = random(10);
    if (action < 7 || !victim) {
      const size = 1 + random(3000);
      place(map.add(start, size), start, start + size);
    } else if (action < 9) {
      map.move(victim.start, start);
      live = live.filter((code) => code !== victim);
      place(victim.entry, start, start + victim.end - victim.start);
    } else {
      map.delete(victim.start);
      live = live.filter((code) => code !== victim);
    }
    const at = random(1 << 20);
    const expected = live.find((code) => at >= code.start && at < code.end)?.entry ?? -1;
    assert.equal(map.find(at), expected, `step ${step}`);
  }
});
