import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCallClock, isFine } from '../../src/engine/bench/callClock.ts';

test('a clock that moves in steps of 4 or 15.6 ms is not fine, one of microseconds is', () => {
  const inSteps = (micros: number) => () =>
    Math.floor((performance.now() * 1000) / micros) * micros;
  assert.deepEqual(
    [1, 4_000, 15_625].map((micros) => isFine(inSteps(micros))),
    [true, false, false],
  );
});

test(
  'Linux and macOS tell the CPU time of work in small steps',
  { skip: process.platform === 'win32' },
  () => {
    const clock = createCallClock();
    assert.ok(clock.tellsCpu);
    const start = clock.now();
    while (clock.now().wallNs - start.wallNs < 5e6);
    const end = clock.now();
    const cpuNs = end.cpuNs! - start.cpuNs!;
    assert.ok(cpuNs > 0, `${cpuNs} ns`);
  },
);
