import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Report } from '../../src/shared/report.ts';
import { chosenMajors } from '../support/nodeVersions.ts';
import { markedLine, zoo, zooServer, type ZooName, type ZooServer } from '../support/zoo.ts';
import { profileZoo } from './profileZoo.ts';

/** What depends on the V8 log's grammar, on inlining or on tiers runs on every Node.js line. */
const onAllLines: ReadonlySet<ZooName> = new Set<ZooName>([
  'plain-cjs',
  'esm-inline',
  'ts-tsc',
  'workers',
  'wasm',
]);
const otherwise = [20, 24];

const quick = { durationS: 1.5, warmupS: 0.7 };
async function reportOf(server: ZooServer, major: number, load = quick): Promise<Report> {
  const { report } = await profileZoo(server, major, load);
  assert.equal(report.failure, null, report.failure?.message);
  return report;
}

function top(report: Report): string {
  return report.lines
    .slice(0, 3)
    .map(({ file, line, self }) => `${file}:${line} ${(self * 100).toFixed(1)} %`)
    .join(', ');
}

for (const server of zoo.filter(({ expect }) => expect !== null)) {
  describe(`${server.name}: the hot line carries the time`, () => {
    const majors = chosenMajors().filter(
      (major) => onAllLines.has(server.name) || otherwise.includes(major),
    );
    for (const major of majors) {
      test(`on Node ${major}`, async () => {
        const { file, marker, minSelf } = server.expect!;
        const line = `${file}:${markedLine(file, marker)}`;
        let report = await reportOf(server, major);
        // On a busy machine the line that sends the answer may come first.
        for (let again = 1; again < 3 && !top(report).startsWith(`${line} `); again++) {
          report = await reportOf(server, major);
        }
        const [hottest] = report.lines;
        assert.equal(`${hottest?.file}:${hottest?.line}`, line, top(report));
        assert.ok(hottest!.self >= minSelf, top(report));
        const whole = report.lines.reduce((sum, { self }) => sum + self, 0);
        assert.ok(Math.abs(whole + report.sampling!.unattributedShare - 1) < 1e-6, `${whole}`);
      });
    }
  });
}

describe('a function that V8 keeps deoptimizing is marked, with reason and site', () => {
  for (const name of ['deopt', 'example'] as const) {
    const server = zooServer(name);
    for (const major of chosenMajors()) {
      test(`${name} on Node ${major}`, async () => {
        const report = await reportOf(server, major, { durationS: 3, warmupS: 1 });
        const fn = report.functions.find((candidate) => candidate.name === server.deoptLoop);
        assert.equal(fn?.marker, 'deopt-loop', JSON.stringify(fn));
        assert.match(fn.reason ?? '', /^deoptimized \d+ times: /);
        const [site] = fn.deopts;
        assert.ok(site && site.count >= 3 && site.line > 0, JSON.stringify(fn.deopts));
      });
    }
  }
});

describe('nearly all of the time has its line', () => {
  for (const major of chosenMajors()) {
    test(`on Node ${major}`, async () => {
      const { lines } = await reportOf(zooServer('example'), major, { durationS: 3, warmupS: 1 });
      const withoutLine = lines.filter(({ exact }) => !exact);
      const share = withoutLine.reduce((sum, { self }) => sum + self, 0);
      assert.ok(share < 0.2, `${share} of the time has no line`);
    });
  }
});

test('the original names of a minified bundle are in the report', async () => {
  const report = await reportOf(zooServer('min-esbuild'), 20);
  const line = report.lines[0]!;
  const owner = report.functions.find((fn) => fn.file === line.file && fn.line <= line.line);
  assert.ok(owner && owner.name.length > 3, JSON.stringify(owner));
});

test('a slow start is not in the window', async () => {
  const report = await reportOf(zooServer('slow-start'), 20);
  const warm = report.functions.find(({ name }) => name === 'warmTables');
  assert.ok((warm?.total ?? 0) < 0.01, JSON.stringify(warm));
  assert.ok(report.target!.listenMs! > 1500, `${report.target!.listenMs}`);
});

test('worker threads and the processes of a cluster are told apart', async () => {
  const workers = await reportOf(zooServer('workers'), 20);
  const threads = workers.target!.processes;
  assert.equal(threads.filter(({ role }) => role === 'worker').length, 2);
  assert.equal(new Set(threads.map(({ pid }) => pid)).size, 1);
  assert.equal(
    threads.reduce((sum, { samples }) => sum + samples, 0),
    workers.sampling!.samples,
  );
  const cluster = await reportOf(zooServer('cluster'), 20);
  const children = cluster.target!.processes.filter(({ role }) => role === 'child');
  assert.equal(children.length, 2);
  assert.ok(
    children.every(({ samples }) => samples > 50),
    JSON.stringify(children),
  );
});

test('a server that waits is idle, and few samples are warned of', async () => {
  const report = await reportOf(zooServer('idle'), 20);
  assert.ok(report.sampling!.idleShare > 0.7, `${report.sampling!.idleShare}`);
  assert.match(report.load!.warnings.join(' '), /samples/);
});
