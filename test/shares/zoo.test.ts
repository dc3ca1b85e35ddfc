import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { LoadOptions } from '../../src/shared/runOptions.ts';
import type { Report } from '../../src/shared/report.ts';
import { profileZoo } from '../process/profileZoo.ts';
import { testedLines } from '../support/nodeVersions.ts';
import { markedLine, zoo, zooServer, type ZooName, type ZooServer } from '../support/zoo.ts';
import { measured } from './measured.ts';

/** What depends on the V8 log's grammar, on inlining or on tiers runs on every Node.js line. */
const onAllLines: ReadonlySet<ZooName> = new Set<ZooName>([
  'plain-cjs',
  'esm-inline',
  'ts-tsc',
  'workers',
  'wasm',
]);
const otherwise = [20, 24];
const [anyLine] = testedLines() as [number];

const quick = { durationS: 1.5, warmupS: 0.7 };
/** Long enough for V8 to deoptimize again and again, and for its steady state. */
const steady = { durationS: 3, warmupS: 1 };

/** Runs each server once with each load; all that is asserted of it looks at the same report. */
const runs = new Map<string, Promise<Report>>();
function reportOf(name: ZooName, line: number, load: Partial<LoadOptions>): Promise<Report> {
  const key = JSON.stringify([name, line, load]);
  const run = runs.get(key) ?? profile(zooServer(name), line, load);
  runs.set(key, run);
  return run;
}

async function profile(
  server: ZooServer,
  line: number,
  load: Partial<LoadOptions>,
): Promise<Report> {
  const { report } = await profileZoo(server, line, load);
  assert.equal(report.failure, null, report.failure?.message);
  return report;
}

/** Judges the shares of a server's one run, or of later ones where the machine was busy. */
function judged(
  context: TestContext,
  name: ZooName,
  line: number,
  judge: (report: Report) => void,
): Promise<void> {
  const load = steadily.has(name) ? steady : quick;
  let measure = () => reportOf(name, line, load);
  return measured(
    context,
    () => {
      const run = measure();
      measure = () => profile(zooServer(name), line, load);
      return run;
    },
    judge,
    (report) => [report],
  );
}

function top(report: Report): string {
  return report.lines
    .slice(0, 3)
    .map(({ file, line, self }) => `${file}:${line} ${(self * 100).toFixed(1)} %`)
    .join(', ');
}

const deoptimized = ['deopt', 'example'] as const;
const steadily: ReadonlySet<ZooName> = new Set<ZooName>(deoptimized);

for (const { name, expect } of zoo) {
  if (expect === null) continue;
  describe(`${name}: the hot line carries the time`, () => {
    for (const major of onAllLines.has(name) ? testedLines() : testedLines(otherwise)) {
      test(`on Node ${major}`, (context) =>
        judged(context, name, major, (report) => {
          const line = `${expect.file}:${markedLine(expect.file, expect.marker)}`;
          const [hottest] = report.lines;
          assert.equal(`${hottest?.file}:${hottest?.line}`, line, top(report));
          assert.ok(hottest!.self >= expect.minSelf, top(report));
          const whole = report.lines.reduce((sum, { self }) => sum + self, 0);
          assert.ok(Math.abs(whole + report.sampling!.unattributedShare - 1) < 1e-6, `${whole}`);
        }));
    }
  });
}

describe('a function that V8 keeps deoptimizing is marked, with reason and site', () => {
  for (const name of deoptimized) {
    for (const major of testedLines()) {
      test(`${name} on Node ${major}`, (context) =>
        judged(context, name, major, ({ functions }) => {
          const fn = functions.find((each) => each.name === zooServer(name).deoptLoop);
          assert.equal(fn?.marker, 'deopt-loop', JSON.stringify(fn));
          assert.match(fn.reason ?? '', /^deoptimized \d+ times: /);
          const [site] = fn.deopts;
          assert.ok(site && site.count >= 3 && site.line > 0, JSON.stringify(fn.deopts));
        }));
    }
  }
});

describe('nearly all of the time has its line', () => {
  for (const major of testedLines()) {
    test(`on Node ${major}`, (context) =>
      judged(context, 'example', major, ({ lines }) => {
        const withoutLine = lines.filter(({ exact }) => !exact);
        const share = withoutLine.reduce((sum, { self }) => sum + self, 0);
        assert.ok(share < 0.2, `${share} of the time has no line`);
      }));
  }
});

test('the original names of a minified bundle are in the report', async () => {
  const report = await reportOf('min-esbuild', anyLine, quick);
  const line = report.lines[0]!;
  const owner = report.functions.find((fn) => fn.file === line.file && fn.line <= line.line);
  assert.ok(owner && owner.name.length > 3, JSON.stringify(owner));
});

test('a slow start is not in the window', async () => {
  const report = await reportOf('slow-start', anyLine, quick);
  const warm = report.functions.find(({ name }) => name === 'warmTables');
  assert.ok((warm?.total ?? 0) < 0.01, JSON.stringify(warm));
  assert.ok(report.target!.listenMs! > 1500, `${report.target!.listenMs}`);
});

test('worker threads and the processes of a cluster are told apart', async () => {
  const workers = await reportOf('workers', anyLine, quick);
  const threads = workers.target!.processes;
  assert.equal(threads.filter(({ role }) => role === 'worker').length, 2);
  assert.equal(new Set(threads.map(({ pid }) => pid)).size, 1);
  assert.equal(
    threads.reduce((sum, { samples }) => sum + samples, 0),
    workers.sampling!.samples,
  );
  const cluster = await reportOf('cluster', anyLine, quick);
  const children = cluster.target!.processes.filter(({ role }) => role === 'child');
  assert.equal(children.length, 2);
  assert.ok(
    children.every(({ samples }) => samples > 50),
    JSON.stringify(children),
  );
});

test('a server that waits is idle, and few samples are warned of', async () => {
  const report = await reportOf('idle', anyLine, quick);
  assert.ok(report.sampling!.idleShare > 0.7, `${report.sampling!.idleShare}`);
  assert.match(report.load!.warnings.join(' '), /samples/);
});
