import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hotLineRows, type Row } from '../../src/host/lines/hotLineRows.ts';
import { hotLinesText } from '../../src/host/lines/hotLinesText.ts';
import type { ProfileSummary } from '../../src/shared/linesWire.ts';
import type { WaitReport } from '../../src/shared/requestTimes.ts';
import { requestTimes, wait } from '../support/requestTimes.ts';

const tiers = { ignition: 0, sparkplug: 0, maglev: 0, turbofan: 0.3 };
const parts = { gc: 0, v8: 0, native: 0, core: 0, deps: 0 };

function line(
  file: string,
  at: number,
  self: number,
  marker = '',
): ProfileSummary['lines'][number] {
  const note = marker.trim();
  const label = `${(self * 100).toFixed(1)} %${marker}`;
  const figures = { self, own: self, total: self, parts, tiers, exact: true };
  return {
    file,
    line: at,
    ...figures,
    uri: `file://${file}`,
    label,
    note,
    functionName: `at${at}`,
    of: null,
  };
}

/** Of a line that waits for one thing. */
function waitsOf(each: WaitReport) {
  return { waitMs: each.ms, waits: [each] };
}

const profile: ProfileSummary = {
  title: 'node server.js · today',
  takenAt: 0,
  path: null,
  target: null,
  load: null,
  sampling: null,
  requests: null,
  notes: [],
  findings: null,
  lines: [
    line('/app/a.js', 3, 0.3, '  ⚠ not optimized'),
    line('/app/src/b.js', 9, 0.25),
    line('/app/src/b.js', 7, 0.2),
    line('/app/a.js', 5, 0.001),
  ],
  functions: [],
  packages: [
    { name: '(app)', self: 0.6, total: 1 },
    { name: 'marked', self: 0.3, total: 0.3 },
    { name: 'tiny', self: 0.001, total: 0.001 },
  ],
};
const cpuTime = { minShare: 0.005, times: 'cpu' } as const;
const pathOf = (file: string) => file.replace('/app/', '');

/** The rows as text, one a line, indented. */
function picture(rows: Row[], indent = ''): string[] {
  return rows.flatMap(({ label, description, children }) => [
    `${indent}${label} | ${description}`,
    ...picture(children, `${indent}  `),
  ]);
}

test('lists files by what their lines take together, and leaves out what is below the minimum', () => {
  assert.deepEqual(picture(hotLineRows(profile, 'lines', cpuTime, pathOf)), [
    'b.js | 45.0 %  src',
    '  9: at9 | 25.0 %',
    '  7: at7 | 20.0 %',
    'a.js | 30.0 %',
    '  3: at3 | ⚠ 30.0 %',
  ]);
});

test('says of a line what of it came after its awaits, in the tooltip and in the copied text', () => {
  const awaiting = {
    ...line('/app/a.js', 3, 0.5),
    ...{ viaAwait: 0.31, viaAwaitError: 0.006, awaited: [{ name: 'pg', self: 0.31 }] },
  };
  const lines = [awaiting, line('/app/a.js', 5, 0.1)];
  const [file] = hotLineRows({ ...profile, lines }, 'lines', cpuTime, pathOf);
  const [first, second] = file!.children.map(({ tooltip }) => tooltip);
  assert.match(first!, /^of self 31\.0 % ±1\.2 after awaits in pg$/m);
  assert.doesNotMatch(second!, /await/);
  const copied = hotLinesText({ ...profile, lines }, cpuTime, pathOf);
  assert.match(copied, /50\.0 %  a\.js:3  at3  31\.0 % ±1\.2 after awaits in pg\n/);
  assert.match(copied, /10\.0 %  a\.js:5  at5\n/);
});

/** Line 3 waits alone, line 7 has both times, and line 5 waits next to nothing. */
const waiting: ProfileSummary = {
  ...profile,
  requests: requestTimes({}),
  lines: [
    line('/app/src/b.js', 7, 0.2),
    { ...line('/app/a.js', 3, 0), total: 0, ...waitsOf(wait('postgres db:5432 SELECT', 15)) },
    { ...line('/app/src/b.js', 9, 0.1), ...waitsOf(wait('redis a:6379 GET', 3)) },
    { ...line('/app/a.js', 5, 0), ...waitsOf(wait('redis a:6379 GET', 0.01)) },
  ],
};

test('lists lines by their waits, or by the larger of their times, as the editor shows them', () => {
  const waits = hotLineRows(waiting, 'lines', { minShare: 0.005, times: 'waits' }, pathOf);
  assert.deepEqual(picture(waits), [
    'a.js | ⏱ 15 ms',
    '  3: at3 | ⏱ 15 ms postgres',
    'b.js | ⏱ 3 ms  src',
    '  9: at9 | ⏱ 3 ms redis',
  ]);
  assert.deepEqual(
    waits.map(({ heat }) => heat),
    ['wait3', 'wait2'],
  );
  assert.equal(
    waits[0]!.children[0]!.tooltip,
    'turbofan\n15 ms: postgres db:5432 SELECT · p50 14 ms · p99 45 ms',
  );
  const both = hotLineRows(waiting, 'lines', { minShare: 0.005, times: 'both' }, pathOf);
  assert.deepEqual(picture(both), [
    'a.js | ⏱ 15 ms',
    '  3: at3 | ⏱ 15 ms postgres',
    'b.js | 30.0 %  ⏱ 3 ms  src',
    '  7: at7 | 20.0 %',
    '  9: at9 | 10.0 %  ⏱ 3 ms redis',
  ]);
  assert.deepEqual(
    both[1]!.children.map(({ heat }) => heat),
    ['heat5', 'wait2'],
  );
});

test('lists packages by name', () => {
  assert.deepEqual(picture(hotLineRows(profile, 'packages', cpuTime, pathOf)), [
    'your code (app) | 60.0 %  100 % total',
    'marked | 30.0 %  30.0 % total',
  ]);
});

test('has below a marked function why, in which tiers it ran, and where it lost its code', () => {
  const site = { kind: 'deopt-eager', column: 3, reason: 'wrong map' };
  const plain = {
    ...{ name: 'price', file: '/app/src/b.js', line: 7, column: 17, uri: 'file:///app/src/b.js' },
    ...{ area: 'app' as const, package: '', self: 0.3, own: 0.3, total: 0.3, tiers },
    ...{ marker: null, reason: null, why: null, deopts: [] },
  };
  const marked = {
    ...plain,
    marker: 'deopt-loop' as const,
    reason: 'deoptimized 9 times: wrong map, at line 8',
    why: 'V8 optimized it again and again.',
    deopts: [
      { ...site, file: '/app/src/b.js', uri: 'file:///app/src/b.js', line: 8, count: 7 },
      { ...site, file: 'node:fs', uri: '', line: 3, count: 2 },
    ],
  };
  const rows = hotLineRows(
    { ...profile, functions: [marked, plain] },
    'functions',
    { ...cpuTime, minShare: 0 },
    pathOf,
  );
  assert.deepEqual(picture(rows), [
    'price | ⚠ 30.0 %  src/b.js:7',
    '  deoptimized 9 times: wrong map, at line 8 | ',
    '  ran in turbofan | ',
    '  wrong map ×7 | src/b.js:8',
    '  wrong map ×2 | node:fs:3',
    'price | 30.0 %  src/b.js:7',
  ]);
  const [first] = rows;
  assert.deepEqual(first?.of, { name: 'price', file: '/app/src/b.js', line: 7, column: 17 });
  const [why, ran, here, inNode] = first?.children ?? [];
  assert.deepEqual(why?.of, first?.of);
  assert.match(why?.tooltip ?? '', /^V8 optimized it again and again\./);
  assert.deepEqual(ran?.of, first?.of);
  assert.deepEqual(here?.place, { uri: 'file:///app/src/b.js', line: 8 });
  assert.equal(inNode?.place, null);
});

test('copies the hot lines as text that reads alone', () => {
  assert.deepEqual(hotLinesText(profile, cpuTime, pathOf).split('\n').slice(0, 3), [
    'node server.js · today',
    ' 30.0 %  a.js:3  at3  ⚠ not optimized',
    ' 25.0 %  src/b.js:9  at9',
  ]);
});
