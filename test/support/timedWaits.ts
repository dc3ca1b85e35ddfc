import assert from 'node:assert/strict';
import type { Report } from '../../src/shared/report.ts';
import type { WaitKind, WaitReport } from '../../src/shared/requestTimes.ts';

/** What a wait took by the server's own clock: medians in milliseconds. */
export interface ClockedWait {
  /** From its beginning to its end, with the code that runs between and what stands in line. */
  ms: number;
  /** The part in which the event loop had nothing to do. */
  idleMs: number;
}

/**
 * A module `clock.js` with which a server measures its waits by its own clock, without Hotframe. It keeps
 * each as a {@link ClockedWait} in `clock.json`, of those that begin while requests are followed: these are few,
 * and others take longer or shorter as they meet.
 */
export const clockModule = `
const { channel } = require('diagnostics_channel');
const { renameSync, writeFileSync } = require('fs');
const answered = channel('http.server.response.finish'); // heard by nobody but Hotframe
const all = {};
const idle = () => performance.eventLoopUtilization().idle;
exports.timed = async (name, wait) => {
  const isFollowed = answered.hasSubscribers;
  const start = performance.now();
  const startIdle = idle();
  const result = await wait();
  const taken = { ms: performance.now() - start, idleMs: idle() - startIdle };
  if (isFollowed) (all[name] ??= []).push(taken);
  return result;
};
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
setInterval(() => {
  const medians = Object.entries(all).map(([name, each]) => [
    name,
    { ms: median(each.map(({ ms }) => ms)), idleMs: median(each.map(({ idleMs }) => idleMs)) },
  ]);
  // The server is ended at any moment.
  writeFileSync('clock.part', JSON.stringify(Object.fromEntries(medians)));
  renameSync('clock.part', 'clock.json');
}, 100).unref();
`;

/** Whether a wait is as long as the clock tells: no shorter than the idle part, no longer than all, each with slack. */
export function isAsClocked(
  waitMs: number,
  { ms, idleMs }: ClockedWait,
  slack: { ms: number; share: number },
): boolean {
  const slackOf = (truth: number) => Math.max(slack.ms, truth * slack.share);
  return waitMs > idleMs - slackOf(idleMs) && waitMs < ms + slackOf(ms);
}

/** What a line of a server's waits for: it ends with `// NAME`. */
export interface TimedWait {
  kind: WaitKind;
  /** How often a request waits there; null if that is not always the same. */
  count: number | null;
  /** How far it may be from the clock, where that is more than 2 ms: on a busy machine processes and threads start late. */
  slackMs?: number;
}

/**
 * Each wait is on its line within 2 ms or 10 % of the server's own clock, or no longer than that where it is of
 * many steps; and the parts are the latency that the load saw.
 */
export function checkTimedWaits(
  report: Report,
  source: string,
  byClock: Readonly<Record<string, ClockedWait>>,
  waits: Readonly<Record<string, TimedWait>>,
): void {
  const text = source.split('\n');
  const lines = report.lines.filter(({ file }) => file.endsWith('server.js'));
  const waiting = lines.flatMap(({ line, waits: all = [] }) =>
    all.map((wait) => `${line}: ${wait.kind} ${wait.target} p50 ${wait.p50Ms} ×${wait.perRequest}`),
  );
  const told = JSON.stringify({ byClock, requests: report.requests, waiting }, null, 1);
  assert.ok(report.requests && report.requests.sampled >= 3, told);
  const { parts, meanMs } = report.requests;
  const whole = Object.values(parts).reduce((all, part) => all + part, 0);
  assert.ok(Math.abs(whole - meanMs) < 0.05 * meanMs, told);
  assert.ok(Math.abs(meanMs - report.load!.latencyMs.mean) < 0.05 * meanMs, told);
  for (const [name, { kind, count, slackMs = 2 }] of Object.entries(waits)) {
    const line = text.findIndex((each) => each.endsWith(`// ${name}`)) + 1;
    assert.ok(line > 0, name);
    const all = lines.find((each) => each.line === line)?.waits ?? [];
    const wanted = all.filter((wait) => wait.kind === kind);
    const sumOf = (of: (wait: WaitReport) => number) =>
      wanted.reduce((total, wait) => total + of(wait), 0);
    const often = sumOf(({ perRequest }) => perRequest);
    assert.ok(often > 0, `${name} waits for ${kind}\n${told}`);
    const clocked = byClock[name];
    assert.ok(clocked, `${name} is timed\n${told}`);
    const slack = { ms: slackMs, share: 0.1 };
    const sum = sumOf((wait) => wait.ms);
    if (count === null)
      assert.ok(isAsClocked(sum, { ...clocked, idleMs: 0 }, slack), `${name}: ${sum}\n${told}`);
    if (count === null) continue;
    // The machine's stalls are in means alone, and the clock has seen more of them.
    const ms = (sumOf(({ p50Ms, perRequest }) => p50Ms * perRequest) / often) * count;
    assert.ok(isAsClocked(ms, clocked, slack), `${name}: ${ms}\n${told}`);
    assert.ok(Math.abs(often - count) < 0.3, `${name}: ×${often}\n${told}`);
  }
}
