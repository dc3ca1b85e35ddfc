import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import { openSavedRun, saveRun } from '../../src/analysis/saved/savedRun.ts';
import type { Report } from '../../src/shared/report.ts';
import type { Area } from '../../src/shared/vocabulary.ts';
import { profileFromText } from '../support/textProfile.ts';

const profile = profileFromText(`
  main:1       main:1       main:1  idle  main:2
  route:9      route:10     gc            ^slow:7
  parse:4@lib
`);

const report: Report = {
  hotframe: 1,
  target: null,
  load: null,
  sampling: null,
  ...pick(buildReport(profile, new Set<Area>(['app']))),
  notes: ['a note'],
  failure: null,
};

function pick({
  lines,
  functions,
  packages,
  unattributed,
}: ReturnType<typeof buildReport>): Pick<
  Report,
  'lines' | 'functions' | 'packages' | 'unattributed'
> {
  return { lines, functions, packages, unattributed };
}

interface Saved {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    hitCount: number;
    children: number[];
    positionTicks: { line: number; ticks: number }[];
  }[];
  samples: number[];
  timeDeltas: number[];
  startTime: number;
  endTime: number;
}

test('a saved run gives back the whole profile and report', () => {
  const opened = openSavedRun(saveRun(profile, report));
  assert.deepEqual(opened.profile, profile);
  assert.deepEqual(opened.report, report);
});

test('a saved run keeps what each second had in use, and needs nothing that older ones lack', () => {
  const older = { delayMs: 5, gcMs: 1 };
  const memory = { heapBytes: 20e6, rssBytes: 60e6, externalBytes: 30e6 };
  const newer = { ...older, ...memory, busyShare: 0.5, resources: 12, cpuWaitShare: 0.1 };
  const signals = {
    ...{ delayMs: { mean: 2, max: 5 }, seconds: [older, newer], blocks: [], blockCount: 0, gc: [] },
  };
  assert.deepEqual(openSavedRun(saveRun(profile, { ...report, signals })).report.signals, signals);
  const seconds = [{ ...newer, externalBytes: 'many' }];
  const wrong = { ...report, signals: { ...signals, seconds } } as unknown as Report;
  assert.throws(() => openSavedRun(saveRun(profile, wrong)));
});

test('is a CPU profile whose nodes, hits and times fit together', () => {
  const saved = JSON.parse(saveRun(profile, report)) as Saved;
  assert.equal(saved.samples.length, saved.timeDeltas.length);
  const total = saved.timeDeltas.reduce((sum, delta) => sum + delta, 0);
  assert.ok(total <= saved.endTime - saved.startTime);
  const ids = new Set(saved.nodes.map(({ id }) => id));
  for (const node of saved.nodes) for (const child of node.children) assert.ok(ids.has(child));
  const hits = saved.nodes.reduce((sum, { hitCount }) => sum + hitCount, 0);
  assert.equal(hits, 5, 'four that ran, and one in which nothing did');
  const main = saved.nodes.filter(({ callFrame }) => callFrame.functionName === 'main');
  assert.equal(main.length, 1, 'call sites of a function are one node');
  assert.equal(main[0]?.callFrame.url, 'file:///app/main.js');
  assert.equal(main[0]?.callFrame.lineNumber, 0, 'lines of call frames count from 0');
  const parse = saved.nodes.find(({ callFrame }) => callFrame.functionName === 'parse');
  assert.deepEqual(parse?.positionTicks, [{ line: 4, ticks: 1 }]);
  const slow = saved.nodes.find(({ callFrame }) => callFrame.functionName === 'slow');
  assert.deepEqual([slow?.hitCount, slow?.positionTicks], [1, []], 'only its function is known');
  const gc = saved.nodes.find(({ callFrame }) => callFrame.functionName.startsWith('(garbage'));
  assert.notEqual(gc?.callFrame.functionName, '(garbage collector)', 'readers move that name');
});

test('says in a sentence that a file is no saved run', () => {
  const foreign = /^Error: It is another tool's CPU profile, and no run that Hotframe saved/;
  assert.throws(() => openSavedRun('{"nodes":[]}'), foreign);
  for (const text of ['{"a":1}', 'null', '7']) {
    assert.throws(() => openSavedRun(text), /^Error: It is no run that Hotframe saved/, text);
  }
  assert.throws(() => openSavedRun(' '), /empty/);
  assert.throws(() => openSavedRun('{"nodes"'), /not JSON/);
  const cut = saveRun(profile, report).replace('"profileVersion":1', '"profileVersion":9');
  assert.throws(() => openSavedRun(cut), /version/);
});
