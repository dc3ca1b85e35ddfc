import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { runProfile } from '../../src/engine/run/run.ts';
import type { RunOutcome } from '../../src/engine/run/runOutcome.ts';
import { isAlive } from '../../src/engine/processes/processTable.ts';
import type { RunState } from '../../src/shared/runState.ts';
import { detail, once as testOnce } from '../support/detail.ts';
import { eventually, lightOptions, lightRun, succeeded, withFolder } from './engineHarness.ts';
import { plainServer } from './engineServers.ts';
import { startEngine } from './startEngine.ts';

// Processes are found through /proc.
const skip = process.platform !== 'linux';

const stubbornServer = `
  process.on('SIGTERM', () => {});
  process.on('SIGINT', () => {});
  require('http').createServer((request, response) => response.end()).listen(0, '127.0.0.1');
`;

/** Has threads that take a moment to end. */
const threadedServer = `
  const { Worker } = require('worker_threads');
  const work = 'globalThis.kept = Array.from({ length: 1e6 }, (_, i) => ({ i })); setInterval(() => {}, 1e3);';
  for (let i = 0; i < 3; i++) new Worker(work, { eval: true });
  const server = require('http').createServer().listen(0, '127.0.0.1', () => {
    setTimeout(() => console.log(server.address().port), 300);
  });
`;

/** Starts a child in a session of its own, without the parent's environment but for what finds it. */
const scatteringServer = `
  const { spawn } = require('child_process');
  spawn(process.execPath, ['child.js'], { detached: true, stdio: 'ignore' }).unref();
  spawn(process.execPath, ['child.js'], {
    detached: true, stdio: 'ignore', env: { TMPDIR: process.env.TMPDIR },
  }).unref();
  ${stubbornServer}
`;
const stubbornChild = `
  process.on('SIGTERM', () => {});
  require('fs').writeFileSync(__dirname + '/child-' + process.pid, '');
  setInterval(() => {}, 1000);
`;

testOnce('kills a server that ignores SIGTERM', { skip }, () =>
  withFolder({ 'server.js': stubbornServer }, async (folder) => {
    succeeded(await lightRun(folder));
  }),
);

testOnce(
  'gives the profile while a server that ignores SIGTERM is still being ended',
  { skip },
  () =>
    withFolder({ 'server.js': stubbornServer }, async (folder) => {
      const early: { outcome: RunOutcome; wasAlive: boolean }[] = [];
      const outcome = await runProfile(
        lightOptions(folder.path),
        {
          onState() {},
          onProgress() {},
          onOutput() {},
          onOutcome: (each) =>
            early.push({ outcome: each, wasAlive: isAlive(each.report.target!.pid) }),
        },
        new AbortController().signal,
      );
      assert.deepEqual(
        early.map(({ wasAlive }) => wasAlive),
        [true],
      );
      assert.equal(early[0]!.outcome, outcome);
      assert.ok(!isAlive(outcome.report.target!.pid));
    }),
);

testOnce('lets a server end cleanly on SIGTERM', { skip }, () =>
  withFolder(
    {
      'server.js': `
        process.on('SIGTERM', () => setTimeout(() => {
          require('fs').writeFileSync(__dirname + '/clean', '');
          process.exit();
        }, 200));
        ${plainServer}`,
    },
    async (folder) => {
      succeeded(await lightRun(folder));
      assert.ok(existsSync(join(folder.path, 'clean')));
    },
  ),
);

testOnce('kills children that left the process group', { skip }, () =>
  withFolder({ 'server.js': scatteringServer, 'child.js': stubbornChild }, async (folder) => {
    succeeded(
      await lightRun(folder, {}, ({ phase }) => {
        if (phase !== 'measuring') return;
        const children = folder.processes().filter((line) => line.includes('child.js'));
        assert.equal(children.length, 2);
      }),
    );
  }),
);

for (const phase of ['launching', 'warming', 'measuring', 'stopping'] as const) {
  testOnce(`ends everything when cancelled while ${phase}`, { skip }, () =>
    withFolder({ 'server.js': plainServer }, async (folder) => {
      const { report, phases } = await lightRun(folder, {}, (state: RunState, abort) => {
        if (state.phase === phase) abort.abort();
      });
      assert.equal(report.failure?.kind, 'cancelled');
      assert.equal(phases.at(-1), 'failed');
    }),
  );
}

testOnce('ends everything when cancelled while the server starts', { skip }, () =>
  withFolder(
    {
      'server.js': `require('fs').writeFileSync(__dirname + '/up', ''); setInterval(() => {}, 99);`,
    },
    async (folder) => {
      const { report } = await lightRun(folder, {}, ({ phase }, abort) => {
        if (phase !== 'launching') return;
        void eventually('the server starts', () => existsSync(join(folder.path, 'up'))).then(() =>
          abort.abort(),
        );
      });
      assert.equal(report.failure?.kind, 'cancelled');
    },
  ),
);

testOnce('does not start anything when cancelled before', { skip }, () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    const { report } = await lightRun(folder, {}, ({ phase }, abort) => {
      if (phase === 'launching') abort.abort();
    });
    assert.equal(report.target, null);
  }),
);

testOnce('goes on without its guard', { skip }, () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    succeeded(
      await lightRun(folder, {}, ({ phase }) => {
        if (phase !== 'warming') return;
        const guard = folder.processes().find((line) => line.includes('guard.cjs'));
        process.kill(Number.parseInt(guard!), 'SIGKILL');
      }),
    );
  }),
);

for (const phase of ['launching', 'warming', 'measuring'] as const) {
  const add = phase === 'measuring' ? testOnce : detail;
  add(`leaves nothing when it is killed while ${phase}`, { skip }, () =>
    withFolder({ 'server.js': scatteringServer, 'child.js': stubbornChild }, async (folder) => {
      const options = lightOptions(folder.path, { load: { warmupS: 5, durationS: 30 } });
      if (phase === 'measuring') options.load.warmupS = 0.2;
      const driver = await startEngine(options, phase);
      if (phase === 'launching') {
        await eventually('the server runs', () => namesOf(folder).includes('--prof'));
      }
      driver.kill('SIGKILL');
      await eventually('all processes end', () => folder.processes().length === 0);
      await eventually('the run folder goes', () => folder.runFolders().length === 0);
    }),
  );
}

testOnce('frees the port', { skip }, () =>
  withFolder({ 'server.js': stubbornServer }, async (folder) => {
    const { report } = succeeded(await lightRun(folder));
    assert.equal(await isListening(Number(new URL(report.target!.url).port)), false);
  }),
);

testOnce(
  'takes a process for ended when the last of its threads is, and its port is free',
  { skip },
  () =>
    withFolder({ 'server.js': threadedServer }, async (folder) => {
      for (let i = 0; i < 10; i++) {
        const child = spawn(process.execPath, ['server.js'], {
          cwd: folder.path,
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
        child.kill('SIGKILL');
        // Without a pause, in which it would be taken off the list.
        while (isAlive(child.pid!));
        assert.equal(await isListening(Number(line)), false);
      }
    }),
);

testOnce(
  'adds the folder and the preload to the environment of the target, and nothing else',
  { skip },
  () =>
    withFolder(
      {
        'server.js': `
        require('fs').writeFileSync(__dirname + '/environment.json', JSON.stringify(process.env));
        ${plainServer}`,
      },
      async (folder) => {
        succeeded(await lightRun(folder));
        const seen = JSON.parse(
          readFileSync(join(folder.path, 'environment.json'), 'utf8'),
        ) as NodeJS.ProcessEnv;
        assert.match(seen['HOTFRAME_RUN_DIR']!, /hotframe-/);
        delete seen['HOTFRAME_RUN_DIR'];
        assert.match(seen['NODE_OPTIONS']!, /"--require=[^"]+preload\.cjs"$/);
        assert.deepEqual(
          { ...seen, NODE_OPTIONS: undefined },
          { ...process.env, NODE_OPTIONS: undefined },
        );
      },
    ),
);

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

function namesOf(folder: { processes(): string[] }): string {
  return folder.processes().join('\n');
}
