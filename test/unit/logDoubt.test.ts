import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hello } from '../../src/engine/processes/targetEvents.ts';
import { TailedLog } from '../../src/engine/profile/logTail.ts';
import { doubtOfLogs, type LogDoubt } from '../../src/engine/samplers/logDoubt.ts';

const running = 0;
const idle = 8;
const windowMs = 2000;

/** The doubt about a thread that used `cpuMs` of CPU time, whose log has a tick each millisecond in these states. */
function doubtOf(cpuMs: number, states: readonly number[]): LogDoubt | null {
  const log = new TailedLog('isolate.log', 1, 0n);
  const ticks = states.map((state, at) => `tick,0xdead,${at * 1000},0,0x0,${state}\n`).join('');
  const begin = 'v8-version,13,6,233,17,-node.53,0\nprofiler,begin,1000\n';
  log.reader.push(new TextEncoder().encode(begin + ticks));
  log.reader.end();
  const reading = (ms: number) => ({ processes: new Map(), threads: new Map([[1, ms * 1000]]) });
  return doubtOfLogs(
    [log],
    [{ pid: 1, threadId: 0 } as Hello],
    { startNs: 0n, endNs: BigInt(windowMs) * 1_000_000n },
    { before: reading(0), after: reading(cpuMs), hasStartedProfiler: false },
  );
}

/** The states of the ticks of so many milliseconds. */
const ticksFor = (ms: number, stateAt: (at: number) => number): number[] =>
  Array.from({ length: ms }, (_, at) => stateAt(at));
const alwaysRunning = ticksFor(windowMs, () => running);

test('doubts a log without ticks, or with none for most of the time', () => {
  assert.deepEqual(doubtOf(1900, []), { kind: 'silent', share: 1, starter: null });
  const doubt = doubtOf(1900, alwaysRunning.slice(0, 300));
  assert.equal(doubt?.kind, 'silent');
  assert.ok(Math.abs(doubt.share - 0.84) < 0.01, `${doubt.share}`);
});

test('believes a log with ticks for the time that the thread has worked', () => {
  assert.equal(doubtOf(1900, alwaysRunning), null);
  assert.equal(doubtOf(100, []), null, 'too little work to tell');
});

test('believes the log of a thread that is idle in V8’s eyes while it waits and wakes', () => {
  const seldomRunning = ticksFor(windowMs, (at) => (at % 40 === 0 ? running : idle));
  assert.equal(doubtOf(230, seldomRunning), null);
});
