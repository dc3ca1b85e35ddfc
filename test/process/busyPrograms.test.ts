import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { readPrograms } from '../../src/engine/processes/busyPrograms.ts';
import { eventually, withFolder } from './engineHarness.ts';

test(
  'tells another program by its name or script, and none of the words that it was given',
  { skip: process.platform !== 'linux' },
  () =>
    withFolder({ 'job.js': 'setTimeout(() => {}, 60_000);' }, async (folder) => {
      const options = { stdio: 'ignore' } as const;
      const job = ['--stack-size=900', join(folder.path, 'job.js'), '--token=private'];
      const children = [
        spawn(process.execPath, job, options),
        spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], options),
      ];
      try {
        const names = () => {
          const processes = [...readPrograms()!.processes.values()];
          return children.map(({ pid }) => processes.find((each) => each.pid === pid)?.name);
        };
        await eventually('both have had a CPU', () => names().every((name) => name !== undefined));
        assert.deepEqual(names(), ['node job.js', 'node']);
      } finally {
        for (const child of children) child.kill('SIGKILL');
        await eventually('both end', () => folder.processes().length === 0);
      }
    }),
);
