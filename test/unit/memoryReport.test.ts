import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryVerdict } from '../../src/analysis/compare/memoryVerdict.ts';
import { compareRepeats } from '../../src/analysis/compare/verdict.ts';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import { memoryReport, withFunctions } from '../../src/analysis/report/memoryReport.ts';
import { reportFromJson } from '../../src/analysis/report/reportJson.ts';
import { addCollections } from '../../src/engine/memory/allocationMeter.ts';
import { TracedSums, type TraceEvent } from '../../src/engine/memory/tracedAllocation.ts';
import type { MemoryReport, ThreadAllocation } from '../../src/shared/memory.ts';
import { memorySentences } from '../../src/shared/memoryText.ts';
import { memorySentence } from '../../src/shared/verdictText.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { simulatedRun } from '../support/simulatedRuns.ts';

const nothing = (): ThreadAllocation => {
  return { heapBytes: 0, collections: [], externalBytes: 0 };
};

const minor = { kind: 'minor' as const, count: 1, ms: 5, longestMs: 5 };

function collection(before: number, after: number, cost = 0, externalMemory = 0) {
  const sizes = (usedHeapSize: number) => ({ heapStatistics: { usedHeapSize, externalMemory } });
  return { gcType: 'Scavenge', beforeGC: sizes(before), afterGC: sizes(after), cost };
}

test('what was allocated is the sum of the rises between collections', () => {
  const sum = nothing();
  addCollections(sum, [collection(1000, 200, 500, 70), collection(900, 100, 1500, 90)], 400, 300);
  // 400 ─► 1000, 200 ─► 900, 100 ─► 300
  const collections = [{ kind: 'minor', count: 2, ms: 2, longestMs: 1.5 }];
  assert.deepEqual(sum, { heapBytes: 1500, collections, externalBytes: 90 });
  addCollections(sum, [], 300, 350);
  assert.equal(sum.heapBytes, 1550, 'without a collection too');
});

test('collections are kept by kind, also where the counting begins anew', () => {
  const sum = nothing();
  const kinds = () => sum.collections.map(({ kind, count, ms }) => [kind, count, ms]);
  addCollections(
    sum,
    [collection(9, 1, 3000), { ...collection(9, 1, 9000), gcType: 'MarkSweepCompact' }],
    0,
    1,
  );
  addCollections(
    sum,
    [
      { ...collection(9, 1, 1000), gcType: 'MinorMarkSweep' },
      { ...collection(9, 1), gcType: 'IncrementalMarking' },
    ],
    1,
    1,
  );
  addCollections(sum, [{ ...collection(9, 1, 500), gcType: 'ProcessWeakCallbacks' }], 1, 1);
  assert.deepEqual(kinds(), [
    ['minor', 2, 4],
    ['major', 1, 9],
    ['incremental', 1, 0],
    ['weak', 1, 0.5],
  ]);
  assert.equal(sum.collections[0]!.longestMs, 3);
});

test('collections that V8 traces are added up for one thread and one time', () => {
  const sums = new TracedSums(7, 100);
  const event = (name: string, ph: string, ts: number, args: TraceEvent['args'] = {}, tid = 7) => {
    return { ...{ name, ph, ts, args, tid }, dur: ph === 'X' ? 2000 : 0 };
  };
  const minor = (from: number, to: number, before: number, after: number, tid = 7) => [
    event('MinorGC', 'B', from, { usedHeapSizeBefore: before }, tid),
    event('V8.GCScavenger', 'X', from, {}, tid),
    event('MinorGC', 'E', to, { usedHeapSizeAfter: after }, tid),
  ];
  sums.add([...minor(50, 60, 9, 1), ...minor(200, 1700, 1000, 200), ...minor(300, 400, 50, 5, 8)]);
  // Its end comes with the next events.
  sums.add([event('MajorGC', 'B', 3000, { usedHeapSizeBefore: 900 })]);
  sums.endMicros = 7000;
  sums.add([
    event('MajorGC', 'E', 6000, { usedHeapSizeAfter: 100 }),
    event('V8.GCIncrementalMarking', 'X', 6500),
    ...minor(8000, 8100, 700, 1),
  ]);
  assert.equal(sums.freedBytes, 800 + 800);
  assert.deepEqual(sums.collections, [
    { kind: 'minor', count: 1, ms: 1.5, longestMs: 1.5 },
    { kind: 'major', count: 1, ms: 3, longestMs: 3 },
    { kind: 'incremental', count: 1, ms: 2, longestMs: 2 },
  ]);
});

test('a request has its part of what all threads allocate', () => {
  const thread = { heapBytes: 2000, collections: [minor], externalBytes: 30 };
  const report = memoryReport(
    { threads: [thread, thread], lost: 0, unable: null, cpuMicros: null },
    10,
  );
  assert.deepEqual(report, {
    ...{ bytesPerRequest: 400, gcMsPerRequest: 1, retainedBytesPerRequest: null },
    ...{ externalBytes: 60, problem: null, functions: [] },
  });
});

test('what a saved run says of memory is read back, and refused where it is damaged', () => {
  const memory = {
    ...{ bytesPerRequest: 400, gcMsPerRequest: 1, retainedBytesPerRequest: null },
    ...{ externalBytes: 60, problem: null },
    functions: [{ name: 'rows', file: '/app/a.js', line: 3, bytesPerRequest: 390 }],
    elsewhereBytesPerRequest: 10,
  };
  const report = reportOf(profileFromStacks([[5, 'route:9']]), { memory });
  const copy = (change: object) =>
    reportFromJson(JSON.parse(JSON.stringify({ ...report, memory: { ...memory, ...change } })));
  assert.deepEqual(copy({}).memory, memory);
  assert.throws(() => copy({ bytesPerRequest: 'many' }), /damaged/);
});

test('functions have their part of the bytes that were counted', () => {
  const { functions, unattributedShare } = buildReport(
    profileFromStacks([
      [75, 'rows:9', 'toJson:2@lib'],
      [20, 'page:30'],
      [5, 'emit:1@lib'],
    ]),
    new Set(['app']),
  );
  const thread = { heapBytes: 2000, collections: [minor], externalBytes: 30 };
  const whole = memoryReport({ threads: [thread], lost: 0, unable: null, cpuMicros: null }, 2);
  const report = withFunctions(whole, { functions, unattributedShare });
  const bytes = report.functions.map(({ name, bytesPerRequest }) => [name, bytesPerRequest]);
  assert.deepEqual(bytes, [
    ['rows', 750],
    ['page', 200],
  ]);
  assert.equal(report.elsewhereBytesPerRequest, 50);
});

test('says why it is not known what a request allocates, and what is not counted', () => {
  const thread = { heapBytes: 2000, collections: [minor], externalBytes: 30 };
  const problem = (...[threads, lost, unable, requests]: [number, number, string | null, number]) =>
    memoryReport(
      { threads: Array.from({ length: threads }, () => thread), lost, unable, cpuMicros: null },
      requests,
    );
  const cases: [MemoryReport, boolean, RegExp][] = [
    [problem(0, 0, null, 10), false, /no thread of the server has told it/],
    [problem(0, 0, '18.12.0', 10), false, /Node\.js 18\.12\.0 does not tell it, 18\.15/],
    [problem(1, 0, null, 0), false, /none was answered/],
    [problem(1, 1, null, 10), true, /^What 1 thread allocated is not counted, because it had/],
    [problem(1, 2, null, 10), true, /^What 2 threads allocated is not counted, because they had/],
    [problem(1, 0, '18.12.0', 10), true, /^What threads of Node\.js 18\.12\.0 allocated/],
  ];
  for (const [report, isKnown, words] of cases) {
    assert.match(report.problem!, words);
    assert.equal(report.bytesPerRequest !== null, isKnown, report.problem!);
    assert.equal(memorySentences(report).at(-1), report.problem);
  }
});

test('names what is outside of the heap where it is much', () => {
  const memory = {
    ...{ bytesPerRequest: 41_200, gcMsPerRequest: 0.05, retainedBytesPerRequest: null },
    ...{ externalBytes: 2_000_000, problem: null, functions: [] },
  };
  const first = 'A request allocates 41.2 kB and costs 0.05 ms of garbage collection.';
  assert.deepEqual(memorySentences(memory), [first]);
  const [, second] = memorySentences({ ...memory, externalBytes: 33_000_000 });
  assert.match(second!, /^Buffers .* up to 33\.0 MB at once, are not in it\.$/);
  assert.deepEqual(memorySentences(null), []);
});

test('a comparison says by how much a request allocates less, beside the verdict on time', () => {
  const run = (order: number, bytesPerRequest: number | null) => {
    return { ...simulatedRun(order, 0.001 * (order % 3)), bytesPerRequest };
  };
  // 12 % less, give or take one.
  const base = [0, 3, 4, 7, 8, 11].map((order) => run(order, 41_000 + 80 * (order % 3)));
  const head = [1, 2, 5, 6, 9, 10].map((order) => run(order, 36_080 + 80 * (order % 3)));
  const { memory, verdict, metrics } = compareRepeats({ base, head });
  assert.equal(verdict.kind, 'no-difference');
  assert.equal(memory!.kind, 'less');
  const { change } = metrics.find(({ metric }) => metric === 'bytesPerRequest')!;
  assert.ok(Math.abs(change!.percent + 12) < 0.5, `${change!.percent}`);
  assert.match(memorySentence(memory!), /^Memory: 1\d–1\d % fewer bytes allocated per request\.$/);

  const old = compareRepeats({
    base: base.map((each) => ({ ...each, bytesPerRequest: null })),
    head,
  });
  assert.equal(old.memory, null, 'runs that were saved before it was counted');
});

test('a difference within what the ends of a window make is none', () => {
  const verdict = (lowPercent: number, highPercent: number) =>
    memoryVerdict({ percent: (lowPercent + highPercent) / 2, lowPercent, highPercent }, 5)?.kind;
  assert.equal(verdict(0.1, 0.3), 'no-difference');
  assert.equal(verdict(0.1, 0.9), 'more');
  assert.equal(verdict(-0.9, -0.2), 'less');
  assert.equal(verdict(-4, 4), 'no-difference');
  assert.equal(verdict(-4, 6), 'cannot-tell');
  assert.equal(memoryVerdict(null, 5), null);
});
