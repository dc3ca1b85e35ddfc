import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import { openSavedRun, saveRun } from '../../src/analysis/saved/savedRun.ts';
import { isIdle } from '../../src/shared/processText.ts';
import type { ProcessReport, Report } from '../../src/shared/report.ts';
import { nodeBinary, testedLines } from '../support/nodeVersions.ts';
import { plainServer } from '../process/engineServers.ts';
import { succeeded, watchRun, withFolder, type Watched } from '../process/engineHarness.ts';

/** Works for about half of the time. */
const busy = (name: string) => `
  function ${name}() {
    const end = Date.now() + 20;
    let sum = 0;
    while (Date.now() < end) sum += Math.sqrt(sum + 1);
    return sum;
  }
  setInterval(${name}, 50);
`;

const files = {
  'server.js': `
    const { spawn, exec, fork } = require('node:child_process');
    const { Worker } = require('node:worker_threads');
    spawn(process.execPath, ['spawned.js'], { stdio: 'ignore' });
    exec('node executed.js --for "a b"');
    exec('cd . && node hidden.js');
    fork('forked.js', { execArgv: [] });
    new Worker('./thread.js');
    // Its start is work, which belongs before the window.
    fork('waiting.js').once('message', () => {
      ${plainServer}
    });`,
  'spawned.js': busy('spawned'),
  'executed.js': `
    if (process.argv[3] !== 'a b') process.exit(1);
    ${busy('executed')}`,
  'hidden.js': busy('hidden'),
  'forked.js': busy('forked'),
  'waiting.js': `process.send('up'); setInterval(() => {}, 1000);`,
  'thread.js': busy('thread'),
};

function childOf(report: Report, script: string): ProcessReport | undefined {
  return report.target!.processes.find((process) => process.script === script);
}

for (const major of testedLines([20, 24])) {
  test(`all processes and threads of a server are sampled on Node ${major}`, async () => {
    const node = await nodeBinary(major);
    await withFolder(files, async (folder) => {
      const watched = succeeded(
        await watchRun(folder, {
          command: [node, 'server.js'],
          env: { PATH: `${dirname(node)}:${process.env['PATH']}` },
          load: { durationS: 1 },
        }),
      );
      const { report } = watched;
      for (const name of ['spawned', 'executed', 'forked']) {
        const found = childOf(report, `${name}.js`);
        assert.equal(found?.role, 'child', `${name}: ${JSON.stringify(report.target!.processes)}`);
        assert.ok(!isIdle(found, report), JSON.stringify(found));
        assert.ok(
          report.functions.some((fn) => fn.name === name),
          `${name} has time`,
        );
      }
      const waiting = childOf(report, 'waiting.js');
      assert.ok(waiting && isIdle(waiting, report), JSON.stringify(waiting));
      const threads = report.target!.processes.filter(({ role }) => role === 'worker');
      assert.equal(threads.length, 1);
      assert.ok(report.functions.some(({ name }) => name === 'thread'));
      assert.equal(childOf(report, 'hidden.js'), undefined);
      assert.match(
        report.notes.join('\n'),
        /node hidden\.js\) had \d+ % of a CPU and is in no share/,
      );
      checkSums(watched);
      checkPart(watched, 'spawned.js');
    });
  });
}

/** Threads that run at the same time are samples of one whole. */
function checkSums({ report }: Watched): void {
  const sampling = report.sampling!;
  const onCpu = report.target!.processes.reduce((sum, each) => sum + each.onCpu!, 0);
  assert.equal(onCpu, sampling.onCpu);
  const whole = report.lines.reduce((sum, { self }) => sum + self, 0);
  assert.ok(Math.abs(whole + sampling.unattributedShare - 1) < 1e-6, `${whole}`);
}

/** One process alone: its own samples are the whole, from the saved run too. */
function checkPart({ profile, report }: Watched, script: string): void {
  const index = report.target!.processes.findIndex((process) => process.script === script);
  const { onCpu } = report.target!.processes[index]!;
  for (const run of [{ profile: profile!, report }, openSavedRun(saveRun(profile!, report))]) {
    const part = new FlameModel(run.profile, run.report, '').part([index]);
    const visibility = { areas: ['app' as const], packages: [] };
    const root = part.query({ visibility, inverted: false, minShare: 0 });
    assert.equal(root.samples, onCpu);
    assert.equal(part.report.sampling!.onCpu, onCpu);
    assert.ok(part.report.lines.length > 0);
    assert.ok(part.report.lines.every(({ file }) => file.endsWith(script)));
    const self = part.report.lines.reduce((sum, line) => sum + line.self, 0);
    assert.ok(self > 0.5 && self <= 1 + 1e-9, `${self}`);
  }
}
