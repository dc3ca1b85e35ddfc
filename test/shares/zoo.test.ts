import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test, type TestContext } from 'node:test';
import type { Report } from '../../src/shared/report.ts';
import { profileZoo } from '../process/profileZoo.ts';
import { testedLines } from '../support/nodeVersions.ts';
import { markedLine, zoo, zooServer, type ZooName } from '../support/zoo.ts';
import { cpuWarnings, measured } from './measured.ts';

/**
 * A window is as long as its closest bound needs, on a quiet machine: four standard errors of the
 * share, so that chance alone fails no more than one run in 15,800. The shares here are at least 20
 * points above their floors and above the second line: 100 samples do, and a busy thread gives 300.
 */
const quick = { durationS: 0.4, warmupS: 0.3 };
/** From Node.js 24 on functions run in Sparkplug first, whose code has no lines, until V8 optimizes them. */
const quickOnNewer = { ...quick, warmupS: 0.7 };
/** Long enough for V8 to deoptimize again and again, and for its steady state. */
const steady = { durationS: 1.5, warmupS: 1 };
/** Long enough for V8 to optimize also where other programs have most of the CPU. */
const onBusyMachine = { durationS: 1.5, warmupS: 4 };
type QuickLoad = typeof steady;

/** Runs each server once on a line; all that is asserted of it looks at the same report. */
const runs = new Map<string, Promise<Report>>();
function reportOf(name: ZooName, line: number): Promise<Report> {
  const key = `${name} ${line}`;
  const run = runs.get(key) ?? profile(name, line);
  runs.set(key, run);
  return run;
}

function loadOf(name: ZooName, line: number): QuickLoad {
  if (zooServer(name).deoptLoop) return steady;
  return line < 24 ? quick : quickOnNewer;
}

async function profile(name: ZooName, line: number, load = loadOf(name, line)): Promise<Report> {
  const server = zooServer(name);
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
  let measure = () => reportOf(name, line);
  return measured(
    context,
    () => {
      const run = measure();
      measure = () => profile(name, line, onBusyMachine);
      return run;
    },
    judge,
    (report) => [report],
  );
}

/** A report that says that the server waited for a CPU says too that lines which send the answer have too much. */
function hottestLine(report: Report): Report['lines'][number] | undefined {
  const wasBusy = cpuWarnings(report).length > 0;
  return report.lines.find(({ file, line }) => {
    if (!wasBusy) return true;
    const text = readFileSync(file, 'utf8').split('\n')[line - 1] ?? '';
    return !/\.(?:end|send)\(/.test(text);
  });
}

function top(report: Report): string {
  return report.lines
    .slice(0, 3)
    .map(({ file, line, self }) => `${file}:${line} ${(self * 100).toFixed(1)} %`)
    .join(', ');
}

for (const { name, expect, nodes } of zoo) {
  if (expect === null || testedLines(nodes).length === 0) continue;
  describe(`${name}: the hot line carries the time`, () => {
    for (const major of testedLines(nodes)) {
      test(`on Node ${major}`, (context) =>
        judged(context, name, major, (report) => {
          const line = `${expect.file}:${markedLine(expect.file, expect.marker)}`;
          const hottest = hottestLine(report);
          assert.equal(`${hottest?.file}:${hottest?.line}`, line, top(report));
          assert.ok(hottest!.self >= expect.minSelf, top(report));
          const whole = report.lines.reduce((sum, { self }) => sum + self, 0);
          assert.ok(Math.abs(whole + report.sampling!.unattributedShare - 1) < 1e-6, `${whole}`);
        }));
    }
  });
}

describe('a function that V8 keeps deoptimizing is marked, with reason and site', () => {
  for (const { name, deoptLoop, nodes } of zoo) {
    if (deoptLoop === null) continue;
    for (const major of testedLines(nodes)) {
      test(`${name} on Node ${major}`, (context) =>
        judged(context, name, major, ({ functions }) => {
          const fn = functions.find((each) => each.name === deoptLoop);
          assert.equal(fn?.marker, 'deopt-loop', JSON.stringify(fn));
          assert.match(fn.reason ?? '', /^deoptimized \d+ times: /);
          const [site] = fn.deopts;
          assert.ok(site && site.count >= 3 && site.line > 0, JSON.stringify(fn.deopts));
        }));
    }
  }
});

describe('nearly all of the time has its line', () => {
  for (const major of testedLines(zooServer('example').nodes)) {
    test(`on Node ${major}`, (context) =>
      judged(context, 'example', major, ({ lines }) => {
        const withoutLine = lines.filter(({ exact }) => !exact);
        const share = withoutLine.reduce((sum, { self }) => sum + self, 0);
        assert.ok(share < 0.2, `${share} of the time has no line`);
      }));
  }
});

/** Of one report of a server, on each line that its shares are measured on. */
function testReport(what: string, name: ZooName, judge: (report: Report) => void): void {
  for (const major of testedLines(zooServer(name).nodes)) {
    test(`${what}, on Node ${major}`, async () => judge(await reportOf(name, major)));
  }
}

testReport('the original names of a minified bundle are in the report', 'min-esbuild', (report) => {
  const line = report.lines[0]!;
  const owner = report.functions.find((fn) => fn.file === line.file && fn.line <= line.line);
  assert.ok(owner && owner.name.length > 3, JSON.stringify(owner));
});

testReport('a slow start is not in the window', 'slow-start', ({ functions, target }) => {
  const warm = functions.find(({ name }) => name === 'warmTables');
  assert.ok((warm?.total ?? 0) < 0.01, JSON.stringify(warm));
  assert.ok(target!.listenMs! >= 800, `${target!.listenMs}`);
});

testReport('worker threads are told apart', 'workers', ({ target, sampling }) => {
  const threads = target!.processes;
  assert.equal(threads.filter(({ role }) => role === 'worker').length, 2);
  assert.equal(new Set(threads.map(({ pid }) => pid)).size, 1);
  assert.equal(
    threads.reduce((sum, { samples }) => sum + samples, 0),
    sampling!.samples,
  );
});

testReport('the processes of a cluster are told apart', 'cluster', ({ target }) => {
  const children = target!.processes.filter(({ role }) => role === 'child');
  assert.equal(children.length, 2);
  assert.ok(
    children.every(({ samples }) => samples > 50),
    JSON.stringify(children),
  );
});

testReport('a server that waits is idle, and few samples are warned of', 'idle', (report) => {
  assert.ok(report.sampling!.idleShare > 0.7, `${report.sampling!.idleShare}`);
  assert.match(report.load!.warnings.join(' '), /samples? met code on the CPU/);
});
