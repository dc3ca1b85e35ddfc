import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf } from '../../src/analysis/findings/findings.ts';
import { functionCosts } from '../../src/analysis/findings/functionCosts.ts';
import type { LoadLimited } from '../../src/analysis/findings/rule.ts';
import { loopSignals } from '../../src/analysis/report/loopSignals.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { findingsSection } from '../../src/cli/terminal/findingsSection.ts';
import { createStyle } from '../../src/cli/terminal/style.ts';
import type { Collections } from '../../src/shared/collections.ts';
import { findingsWithout, kindsIn } from '../../src/shared/finding.ts';
import type { Report } from '../../src/shared/report.ts';
import type { LoopEvent } from '../../src/shared/signalsWire.ts';
import { requestTimes, wait, waitingLine } from '../support/requestTimes.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';

/** A server whose own work is a tenth of what it takes to answer. */
const quiet = profileFromStacks([
  [5, 'handle:4', 'end:90/_http_outgoing@node', 'write@native'],
  [4, 'onread:7/_http_server@node'],
  [1, 'handle:4'],
]);

/** Every request computes at line 30 for most of its CPU time. */
const busy = profileFromStacks([
  [8, 'handle:4', 'parse:30'],
  [1, 'handle:4', 'parse:31'],
  [1, 'handle:4', 'end:90/_http_outgoing@node'],
]);

const cpuBound = { parts: { cpu: 2, gc: 0, queue: 18, wait: 0, outside: 0 }, meanMs: 20 };

function found(profile: Profile, change: Partial<Report> = {}, limit: LoadLimited | null = null) {
  return findingsOf(profile, reportOf(profile, change), limit);
}

function withRequests(profile: Profile, more: Parameters<typeof requestTimes>[0]): Profile {
  return { ...profile, requests: requestTimes({ lines: [], ...more }) };
}

test('what it takes to receive and answer a request is no cost of a function', () => {
  const { functions, servingShare } = functionCosts(quiet);
  assert.equal(servingShare, 0.9);
  assert.deepEqual(
    functions.map(({ name, share, line }) => ({ name, share, line })),
    [{ name: 'handle', share: 0.1, line: 4 }],
  );
});

test('nothing stands out in a server that only answers', () => {
  const parts = { cpu: 0.2, gc: 0, queue: 1.8, wait: 0, outside: 0 };
  assert.deepEqual(found(withRequests(quiet, { parts, meanMs: 2 })), []);
});

test('the hot line of the hot function is found, with what stands in line for it', () => {
  const [first, ...others] = found(withRequests(busy, cpuBound));
  assert.deepEqual(others, []);
  assert.deepEqual([first?.kind, first?.file, first?.line], ['cpu', '/app/main.js', 30]);
  assert.ok(Math.abs(first!.share! - 0.9) < 1e-9);
  assert.ok(Math.abs(first!.ms! - 18) < 1e-9, 'nine tenths of 20 ms');
  assert.match(first!.text, /^parse takes 90\.0 % of the CPU time, 80\.0 % on this line\./);
});

test('a known line is found before the first line of a function, which stands for unknown ones', () => {
  const compiled = profileFromStacks([
    [8, 'handle:4', '^parse:29'],
    [1, 'handle:4', 'parse:30'],
  ]);
  const [parse] = functionCosts(compiled).functions;
  assert.deepEqual([parse?.line, parse?.share], [30, 1]);
  assert.equal(parse?.lineShare, 1 / 9);
});

test('a callback on the line of its function counts with it', () => {
  const stacks = (line: number) =>
    profileFromStacks([
      [3, 'visit:12', `cart:${line}`],
      [2, 'visit:12'],
      [4, 'visit:12', 'end:90/_http_outgoing@node'],
    ]);
  const [first] = found(withRequests(stacks(12), cpuBound));
  assert.deepEqual([first?.kind, first?.line], ['cpu', 12]);
  assert.notEqual(found(withRequests(stacks(13), cpuBound))[0]?.kind, 'cpu');
});

test('CPU time is no finding where requests hardly wait for it', () => {
  const parts = { cpu: 1, gc: 0, queue: 0, wait: 0, outside: 19 };
  assert.deepEqual(found(withRequests(busy, { parts, meanMs: 20 })), []);
});

test('many waits one after another at a line are one finding, and no wait of it', () => {
  const lines = [waitingLine('/app/main.js', 31, wait('postgres', 20, { perRequest: 8 }))];
  const [first, ...others] = found(withRequests(quiet, { lines }));
  assert.deepEqual([first?.kind, first?.line, first?.perRequest], ['n-plus-one', 31, 8]);
  assert.deepEqual(others, []);
});

test('a loop whose waits are in a function that it calls is found, and once', () => {
  const loop = { file: '/app/main.js', line: 12 };
  const lines = [waitingLine('/app/db.js', 31, wait('postgres', 80, { perRequest: 8, loop }))];
  const kinds = found(withRequests(quiet, { lines })).map(({ kind, file, line }) => [
    kind,
    file,
    line,
  ]);
  assert.deepEqual(kinds, [['n-plus-one', '/app/main.js', 12]]);
});

test('one long wait is found with what it is for, and a short one is not', () => {
  const lines = [
    waitingLine('/app/main.js', 31, wait('postgres', 19)),
    waitingLine('/app/main.js', 9, wait('redis', 4)),
  ];
  const kinds = found(withRequests(quiet, { lines })).map(({ kind, line }) => [kind, line]);
  assert.deepEqual(kinds, [['io-wait', 31]]);
});

test('a wait that another one could run beside says so', () => {
  const pair = { file: '/app/main.js', functionName: 'orders', firstLine: 31, secondLine: 34 };
  const serialAwaits = [{ ...pair, firstMs: 20, secondMs: 8 }];
  const lines = [waitingLine('/app/main.js', 31, wait('postgres', 19))];
  const [first] = found(withRequests(quiet, { lines, serialAwaits }));
  assert.match(
    first!.next,
    /^Look at .* It may run side by side with line 34, which saves up to 8 ms:/,
  );
  // The query is in a function of another file, which the first await calls.
  const called = { ...serialAwaits[0]!, firstWaitsAt: { file: '/app/db.js', line: 7 } };
  const query = [waitingLine('/app/db.js', 7, wait('postgres', 19))];
  const [there] = found(withRequests(quiet, { lines: query, serialAwaits: [called] }));
  assert.match(
    there!.next,
    /^Look at .* main\.js:31, which waits for this, may run side by side with line 34, which saves up to 8 ms:/,
  );
});

test('more work than the pool has threads stands in line', () => {
  const crypto = wait('', 90, { kind: 'crypto', p50Ms: 88 });
  const change = { lines: [waitingLine('/app/main.js', 8, crypto)], meanMs: 92 };
  const profile = withRequests(quiet, change);
  const load = { ...reportOf(quiet).load!, reqPerS: { mean: 107, stdev: 1, samples: [] } };
  const [first, ...others] = found(profile, { load });
  assert.deepEqual([first?.kind, first?.line], ['thread-pool', 8]);
  assert.match(first!.text, /^On average 9\.6 pieces of crypto work/);
  assert.deepEqual(others, []);
  const few = { ...load, reqPerS: { ...load.reqPerS, mean: 20 } };
  assert.equal(found(profile, { load: few })[0]?.kind, 'io-wait');
});

test('short pieces of work stand in line for the pool where the loop is quick, not where it is late', () => {
  const zlib = wait('', 24, { kind: 'zlib', perRequest: 3, p50Ms: 4.4 });
  const profile = withRequests(quiet, {
    ...{ lines: [waitingLine('/app/main.js', 9, zlib)], meanMs: 28 },
  });
  const load = { ...reportOf(quiet).load!, reqPerS: { mean: 350, stdev: 1, samples: [] } };
  const watched = (meanMs: number) => ({
    ...{ delayMs: { mean: meanMs, max: 30 }, seconds: [], blocks: [], blockCount: 0, gc: [] },
  });
  const [first] = found(profile, { load, signals: watched(1) });
  assert.deepEqual([first?.kind, first?.line], ['thread-pool', 9]);
  assert.equal(found(profile, { load, signals: watched(6) })[0]?.kind, 'io-wait');
});

test('failed requests come first, and a load that is the limit last', () => {
  const load = { ...reportOf(busy).load!, non2xx: 900, timeouts: 3, errors: 3 };
  const limit = { idleShare: 0.4, connections: 10, isRate: false };
  const findings = found(withRequests(busy, cpuBound), { load }, limit);
  assert.deepEqual(
    findings.map(({ kind }) => kind),
    ['errors', 'cpu', 'client-limited'],
  );
  assert.match(findings[0]!.text, /: 900 answers that are not 2xx, 3 timeouts\./);
  assert.deepEqual(findings[2]!.action, { type: 'measure-again', connections: 50 });
});

/** The timer came late once, by 80 ms, at the end of 100 ms. */
const late: LoopEvent = {
  ...{ type: 'loop', fromMs: 5000, toMs: 5100, turns: 2, lateMs: 80, longestMs: 80 },
  blocks: [{ startMs: 5015, ms: 85 }],
};

/** Of two threads. */
const collections: Collections[] = [
  { kind: 'minor', count: 1, ms: 0.5, longestMs: 0.5 },
  { kind: 'major', count: 1, ms: 9, longestMs: 9 },
  { kind: 'minor', count: 1, ms: 1, longestMs: 1 },
];

test('a block is on the innermost line of the user, whoever has called it', () => {
  const cell = (text: string) => text.padEnd(12);
  const column = (...cells: string[]) => cells.map(cell);
  const columns = [
    ...Array.from({ length: 15 }, () => column('handle:4', '.')),
    ...Array.from({ length: 85 }, () => column('emit@node', 'flush:9')),
  ];
  const rows = [0, 1].map((row) => columns.map((each) => each[row]!).join(''));
  const profile = profileFromText(rows.join('\n').replaceAll('.  ', '   '));
  const { pid, threadId } = profile.isolates[0]!;
  const signals = loopSignals([{ pid, threadId, events: [late] }], 5000, profile, collections)!;
  assert.deepEqual(
    signals.blocks.map(({ startMs, ms, line, name }) => ({ startMs, ms, line, name })),
    [{ startMs: 15, ms: 85, line: 9, name: 'flush' }],
  );
  assert.equal(signals.delayMs.mean, 40);
  assert.deepEqual(signals.gc, [
    { kind: 'major', count: 1, ms: 9, longestMs: 9 },
    { kind: 'minor', count: 2, ms: 1.5, longestMs: 1 },
  ]);
  assert.equal(loopSignals([{ pid, threadId, events: [late] }], 9000, profile, collections), null);
});

test('a block that several functions share is on the line of who calls them', () => {
  const column = (...cells: string[]) => cells.map((cell) => cell.padEnd(12));
  const columns = [
    ...Array.from({ length: 40 }, () => column('rank:7', 'next:11')),
    ...Array.from({ length: 30 }, () => column('rank:7', 'last:14')),
    ...Array.from({ length: 30 }, () => column('rank:8', 'other:17')),
  ];
  const rows = [0, 1].map((row) => columns.map((each) => each[row]!).join(''));
  const profile = profileFromText(rows.join('\n'));
  const { pid, threadId } = profile.isolates[0]!;
  const whole = { ...late, blocks: [{ startMs: 5000, ms: 99 }] };
  const signals = loopSignals([{ pid, threadId, events: [whole] }], 5000, profile, collections)!;
  assert.deepEqual(
    signals.blocks.map(({ name, line }) => [name, line]),
    [['rank', 7]],
  );
});

test('a line that holds the loop is found once, by what it holds', () => {
  const { pid } = { pid: 1 };
  const block = { ms: 90, pid, threadId: 0, file: '/app/main.js', line: 30, name: 'parse' };
  const blocks = [10, 200, 400, 600].map((startMs) => ({ startMs, ...block }));
  const signals = {
    ...{ delayMs: { mean: 9, max: 90 }, seconds: [], blocks, blockCount: 4, gc: [] },
  };
  const sampling = { ...reportOf(busy).sampling!, windowMs: 1000 };
  const findings = found(withRequests(busy, cpuBound), { signals, sampling });
  assert.deepEqual(
    findings.map(({ kind, line, ms }) => [kind, line, ms]),
    [['blocked-loop', 30, 90]],
  );
  // A round of ten requests that take 20 ms of CPU time each is as long.
  const slow = { ...sampling, cpuMicrosPerRequest: 20_000 };
  const [first] = found(withRequests(busy, cpuBound), { signals, sampling: slow });
  assert.equal(first?.kind, 'cpu');
});

test('requests stand in line for an event loop that is busy, and for none that idles', () => {
  const profile = withRequests(quiet, cpuBound);
  const sampling = reportOf(quiet).sampling!;
  assert.equal(found(profile, { sampling })[0]?.kind, 'queue');
  assert.deepEqual(found(profile, { sampling: { ...sampling, idleShare: 0.86 } }), []);
});

test('one collection that took long is no finding, and many are', () => {
  const profile = withRequests(
    profileFromStacks([
      [5, 'handle:4', 'copy:9', 'gc'],
      [5, 'handle:4', 'end:90/_http_outgoing@node'],
    ]),
    cpuBound,
  );
  const collected = (longestMs: number) => ({
    ...{ delayMs: { mean: 1, max: 9 }, seconds: [], blocks: [], blockCount: 0 },
    gc: [{ kind: 'minor' as const, count: 60, ms: 290, longestMs }],
  });
  const [first] = found(profile, { signals: collected(20) });
  assert.deepEqual([first?.kind, first?.line], ['gc', 9]);
  // V8 has no stack for many collections.
  const withoutStacks = withRequests(
    profileFromStacks([
      [1, 'handle:4', 'copy:9', 'gc'],
      [5, 'gc'],
      [4, 'handle:4', 'end:90/_http_outgoing@node'],
    ]),
    cpuBound,
  );
  assert.equal(found(withoutStacks, { signals: collected(20) })[0]?.line, 9);
  assert.notEqual(found(profile, { signals: collected(250) })[0]?.kind, 'gc');
});

test('a rare long call is found, whose garbage is told after it', () => {
  // Most of the CPU time is that of the call, so its requests say nothing of how long others take.
  const profile = withRequests(
    profileFromStacks([
      [6, 'handle:4', 'csv:14'],
      [12, 'handle:4', 'csv:14', 'gc'],
      [2, 'handle:4', 'end:90/_http_outgoing@node'],
    ]),
    cpuBound,
  );
  const block = { ms: 90, pid: 1, threadId: 0, file: '/app/main.js', line: 14, name: 'csv' };
  const blocks = [10, 200, 400, 600].map((startMs) => ({ startMs, ...block }));
  const signals = {
    ...{ delayMs: { mean: 9, max: 90 }, seconds: [], blocks, blockCount: 4, gc: [] },
  };
  const report = reportOf(profile);
  // Each sample stands for 20 ms, so that the function ran for as long as the blocks.
  const times = { windowMs: 1000, cpuMicrosPerRequest: 3000, intervalMicros: 20_000 };
  const sampling = { ...report.sampling!, ...times };
  const load = { ...report.load!, requests: 130 };
  const findings = found(profile, { signals, sampling, load });
  assert.deepEqual(
    findings.map(({ kind, line }) => [kind, line]),
    [
      ['blocked-loop', 14],
      ['gc', 14],
    ],
  );
  const twice = (ms: number) => ({
    ...signals,
    blocks: blocks.slice(2).map((b) => ({ ...b, ms })),
  });
  assert.equal(found(profile, { signals: twice(260), sampling, load })[0]?.kind, 'blocked-loop');
  assert.equal(found(profile, { signals: twice(90), sampling, load })[0]?.kind, 'gc');
  const even = found(profile, { signals, sampling, load: { ...load, requests: 13_000 } });
  assert.equal(even[0]?.kind, 'gc', 'a round of ten requests of 3 ms is as long as the blocks');
});

test('kinds that are switched off are left out', () => {
  const findings = found(withRequests(busy, cpuBound));
  assert.deepEqual(findingsWithout({ findings }, ['cpu']).findings, []);
  assert.deepEqual(kindsIn(['cpu', 'nonsense', 7]), ['cpu']);
  assert.equal(kindsIn('cpu'), null);
});

test('the terminal says what stands out in a few lines, or that nothing does', () => {
  const style = createStyle({ columns: 100, colour: false, baseFolder: '/app' });
  const limit = { idleShare: 0.4, connections: 10, isRate: false };
  const findings = found(withRequests(busy, cpuBound), {}, limit);
  const text = findingsSection({ findings }, 5, style).join('\n');
  assert.match(text, /^What stands out .*\n {2}CPU time {2}main\.js:30\n {4}parse takes 90\.0 %/);
  assert.match(text, /Measure again with 50 connections to see what it can do\. \(-c 50\)$/);
  assert.match(findingsSection({ findings: [] }, 5, style).join('\n'), /^Nothing stands out\./);
  assert.deepEqual(findingsSection({}, 5, style), []);
});
