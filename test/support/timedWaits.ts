import assert from 'node:assert/strict';
import type { Report } from '../../src/shared/report.ts';
import type { WaitKind, WaitReport } from '../../src/shared/requestTimes.ts';

/**
 * A module `clock.js` with which a server measures its waits by its own clock, without Hotframe. It keeps
 * the median of each in milliseconds in `clock.json`.
 */
export const clockModule = `
const { renameSync, writeFileSync } = require('fs');
const all = {};
exports.timed = async (name, wait) => {
  const start = performance.now();
  const result = await wait();
  (all[name] ??= []).push(performance.now() - start);
  return result;
};
setInterval(() => {
  const medians = Object.entries(all).map(([name, ms]) => [name, ms.sort((a, b) => a - b)[ms.length >> 1]]);
  // The server is ended at any moment.
  writeFileSync('clock.part', JSON.stringify(Object.fromEntries(medians)));
  renameSync('clock.part', 'clock.json');
}, 100).unref();
`;

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
  byClock: Readonly<Record<string, number>>,
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
    const truth = byClock[name] ?? NaN;
    // What is waited for in many steps runs code of the server between them, which the clock has counted.
    const sum = sumOf((wait) => wait.ms);
    if (count === null)
      assert.ok(sum < Math.max(truth + slackMs, truth * 1.1), `${name}: ${sum}\n${told}`);
    if (count === null) continue;
    // The machine's stalls are in means alone, and the clock has seen more of them.
    const ms = (sumOf(({ p50Ms, perRequest }) => p50Ms * perRequest) / often) * count;
    assert.ok(Math.abs(ms - truth) < Math.max(slackMs, truth * 0.1), `${name}: ${ms}\n${told}`);
    assert.ok(Math.abs(often - count) < 0.3, `${name}: ×${often}\n${told}`);
  }
}
