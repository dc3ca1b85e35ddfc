import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { artifactPath } from '../../src/engine/programs/artifacts.ts';
import { resolveCommand, samplerArguments } from '../../src/engine/processes/nodeCommand.ts';
import { Target } from '../../src/engine/launch/target.ts';
import { clockMarkPrefix } from '../../src/shared/targetWire.ts';
import { once } from '../support/detail.ts';
import { nodeBinaries, testedLines } from '../support/nodeVersions.ts';
import { eventually, withFolder, type TestFolder } from './engineHarness.ts';
import { selfSigned } from './engineServers.ts';

const keyPair = JSON.stringify(selfSigned);

/** One of each: protocols, a socket file, a port that is taken, a worker thread, a cluster worker, a child without the environment. */
const everythingServer = `
const cluster = require('cluster');
const answer = (request, response) => response.end();
if (cluster.isPrimary) {
  const http = require('http').createServer(answer).listen(0, '127.0.0.1', () => {
    const taken = require('net').createServer().on('error', () => {});
    taken.listen(http.address().port, '127.0.0.1');
    cluster.fork();
    require('child_process').fork(__dirname + '/child.js', { env: {} });
    // A worker of Node 18 with an environment of its own runs no --require at all.
    const bare = Number.parseInt(process.versions.node) < 20 ? {} : { env: {} };
    new (require('worker_threads').Worker)(__dirname + '/worker.js', bare);
  });
  require('https').createServer(${keyPair}, answer).listen(0, '127.0.0.1');
  require('http2').createSecureServer(${keyPair}, answer).listen(0, '127.0.0.1');
  require('http2').createServer(answer).listen(0, '127.0.0.1');
  class Mine extends require('net').Server {}
  new Mine().listen(0, '127.0.0.1');
  require('http').createServer(answer).listen(__dirname + '/web.sock');
} else {
  require('http').createServer(answer).listen(0);
}
`;
const idleForever = 'setInterval(() => {}, 1000)';

function launch(
  folder: TestFolder,
  node: string,
  script: string,
  isSampled = true,
): Promise<Target> {
  const runFolder = join(folder.path, 'run');
  mkdirSync(runFolder, { recursive: true });
  const { env } = process;
  const command = resolveCommand({ command: ['node', script], cwd: folder.path, env, node });
  assert.ok(command.kind === 'node');
  const preload = artifactPath('preload.cjs');
  const options = { runFolder, preload, intervalMicros: 1000, exactLines: true, deep: false };
  return Target.launch({
    file: command.file,
    arguments: isSampled ? samplerArguments(command, options) : [`--require=${preload}`, script],
    cwd: folder.path,
    env,
    runFolder,
    onOutput() {},
    redact: (text) => text,
  });
}

for (const [major, node] of await nodeBinaries(testedLines())) {
  test(
    `hears of every process and server on Node ${major}`,
    { skip: process.platform === 'win32' },
    () =>
      withFolder(
        { 'server.js': everythingServer, 'worker.js': idleForever, 'child.js': idleForever },
        async (folder) => {
          const target = await launch(folder, node, 'server.js');
          const { events } = target;
          try {
            await eventually('all events come', () => {
              events.poll();
              const workerListens = events.listeners.some(({ pid }) => pid !== target.pid);
              return events.hellos.length === 4 && events.listeners.length >= 7 && workerListens;
            });
            const protocols = events.listeners
              .filter(({ pid }) => pid === target.pid)
              .map(({ protocol, address }) => `${protocol} ${address.kind}`);
            // The cluster's primary opens the port of its worker as a plain one of its own.
            assert.deepEqual([...new Set(protocols)].sort(), [
              'http pipe',
              'http tcp',
              'http2 tcp',
              'https tcp',
              'tcp tcp',
            ]);
            const ofWorker = events.listeners.find(({ pid }) => pid !== target.pid)!;
            assert.equal(ofWorker.protocol, 'http');
            assert.ok(ofWorker.address.kind === 'tcp' && ofWorker.address.port > 0);
            assert.equal(events.listenErrors[0]!.code, 'EADDRINUSE');
            const http = events.listeners.find(
              ({ protocol, address }) => protocol === 'http' && address.kind === 'tcp',
            )!;
            assert.ok(http.address.kind === 'tcp');
            assert.equal(events.listenErrors[0]!.port, http.address.port);

            const main = events.hellos.find(({ pid }) => pid === target.pid)!;
            assert.equal(Number.parseInt(main.node), major);
            assert.equal(main.isClusterWorker, false);
            assert.equal(events.hellos.filter(({ threadId }) => threadId > 0).length, 1);
            assert.equal(events.hellos.filter(({ isClusterWorker }) => isClusterWorker).length, 1);
            for (const { pid, threadId } of events.hellos) {
              const mark = new RegExp(
                `^code-creation,.*${clockMarkPrefix}${pid}_${threadId}_\\d+ `,
                'm',
              );
              await eventually('the log holds the clock mark', () => mark.test(logsOf(folder)));
            }
            assert.equal(target.output(), '');
          } finally {
            await target.stop();
          }
        },
      ),
  );

  test(`does not keep a program alive on Node ${major}`, () =>
    withFolder({ 'server.js': 'console.log("done")' }, async (folder) => {
      const target = await launch(folder, node, 'server.js');
      await eventually('the program ends', () => target.exit !== null);
      await target.drained();
      assert.deepEqual([target.exit, target.output()], [{ code: 0, signal: null }, 'done\n']);
    }));

  // Later lines are not ended so, and don't tell their end.
  if (major > 18) continue;
  for (const [what, text, exit] of [
    [
      'as it says, where a late sample ends it on its way out',
      "process.once('exit', () => process.kill(process.pid, 'SIGPROF')); process.exitCode = 3;",
      { code: 3, signal: null },
    ],
    [
      'by the signal, where that comes before its end',
      "process.kill(process.pid, 'SIGPROF');",
      { code: null, signal: 'SIGPROF' },
    ],
  ] as const) {
    test(`takes a program for ended ${what}, on Node ${major}`, () =>
      withFolder({ 'server.js': text }, async (folder) => {
        const target = await launch(folder, node, 'server.js', false);
        await eventually('the program ends', () => target.exit !== null);
        assert.deepEqual(target.exit, exit);
      }));
  }
}

once('does not disturb a program whose run folder is gone', () =>
  withFolder({ 'server.js': 'console.log("done")' }, async (folder) => {
    const target = await Target.launch({
      file: process.execPath,
      arguments: [`--require=${artifactPath('preload.cjs')}`, 'server.js'],
      cwd: folder.path,
      env: process.env,
      runFolder: join(folder.path, 'gone'),
      onOutput() {},
      redact: (text) => text,
    });
    await eventually('the program ends', () => target.exit !== null);
    await target.drained();
    assert.deepEqual([target.exit, target.output()], [{ code: 0, signal: null }, 'done\n']);
  }),
);

function logsOf(folder: TestFolder): string {
  const runFolder = join(folder.path, 'run');
  return readdirSync(runFolder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(join(runFolder, name), 'latin1'))
    .join('\n');
}
