import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { CpuWatch } from '../../src/engine/load/cpuWatch.ts';
import { eventually, withFolder } from './engineHarness.ts';

test(
  'tells, while a window lasts, for how long a server was ready and had no CPU',
  { skip: process.platform !== 'linux' },
  () =>
    withFolder({ 'busy.js': 'for (;;);' }, async (folder) => {
      // Two that would be busy all the time, on one CPU.
      const start = () =>
        spawn('taskset', ['-c', '0', process.execPath, join(folder.path, 'busy.js')], {
          stdio: 'ignore',
        });
      const children = [start(), start()];
      const pids = children.map(({ pid }) => pid!);
      const watch = new CpuWatch();
      try {
        await eventually('both run', () => folder.processes().length === 2);
        watch.beginWindow([pids[0]!], process.pid);
        await delay(2200);
        const { waits } = watch.endWindow([pids[0]!], process.pid);
        assert.ok(waits.length >= 2, `${waits.length} waits`);
        const shares = waits.map(({ share }) => share);
        const mean = shares.reduce((sum, each) => sum + each, 0) / shares.length;
        assert.ok(mean > 0.3, `it had less than its half of the CPU: ${shares.join(' ')}`);
        for (const [at, { fromMs, toMs, share }] of waits.entries()) {
          assert.ok(toMs > fromMs && share <= 1);
          if (at > 0) assert.equal(fromMs, waits[at - 1]!.toMs, 'without a gap');
        }
      } finally {
        watch.stop();
        for (const child of children) child.kill('SIGKILL');
        await eventually('both end', () => folder.processes().length === 0);
      }
    }),
);
