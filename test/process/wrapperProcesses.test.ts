import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { listNodeProcesses } from '../../src/engine/attach/nodeProcesses.ts';
import { startServer } from './attachTargets.ts';
import { eventually, lightRun, succeeded, withFolder } from './engineHarness.ts';
import { plainServer } from './engineServers.ts';

/** Of a server that keeps npm beside it, as one does that starts its own parts. */
const files = {
  'npm-cli.js': 'process.on("disconnect", () => process.exit()); process.send("ready");',
  'server.js': `
const { spawn } = require('node:child_process');
const npm = spawn(process.execPath, [__dirname + '/npm-cli.js', 'run', 'watch'], {
  stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
});
npm.once('message', () => { ${plainServer} });
`,
};

test('names no npm among the processes of a server', () =>
  withFolder(files, async (folder) => {
    const { report } = succeeded(await lightRun(folder));
    assert.deepEqual(
      report.target?.processes.map(({ script }) => script),
      ['server.js'],
    );
  }));

test('offers no npm to attach to', () =>
  withFolder(files, async ({ path, processes }) => {
    const npm = join(path, 'npm-cli.js');
    {
      await using server = await startServer(process.execPath, ['server.js'], path);
      const listed = await listNodeProcesses();
      assert.ok(listed.some(({ pid }) => pid === server.pid));
      assert.deepEqual(
        listed.filter(({ command }) => command.includes(npm)),
        [],
      );
    }
    await eventually('npm ends', () => processes().length === 0);
  }));
