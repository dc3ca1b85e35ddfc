import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { InspectorConnection } from '../../src/engine/samplers/inspectorConnection.ts';
import { listNodeProcesses } from '../../src/engine/attach/nodeProcesses.ts';
import { hasConnections, openInspector } from '../../src/engine/attach/inspectorAddress.ts';
import { textOf } from '../../src/engine/processes/procFiles.ts';
import { inliningFlags } from '../../src/shared/samplerText.ts';
import type { Report } from '../../src/shared/report.ts';
import { detail, once as testOnce } from '../support/detail.ts';
import { nodeBinary, testedLines } from '../support/nodeVersions.ts';
import { reserveInspectorPort } from '../support/inspectorPort.ts';
import { hotSelf, zooServer } from '../support/zoo.ts';
import { attach, attachFailure, runsOn, startServer } from './attachTargets.ts';
import { eventually, lightLoad, succeeded, withFolder } from './engineHarness.ts';
import { plainServer } from './engineServers.ts';

await reserveInspectorPort();

const majors = testedLines([20, 24]);

const plain = zooServer('plain-cjs');

/** V8 books on the caller what it has inlined, so that functions can't be told apart with it. */
function withoutInlining(major: number, words: string[]): string[] {
  return [...inliningFlags(`${major}.0.0`), ...words];
}

const ownMajor = Number.parseInt(process.versions.node, 10);
const plainText = (major: number) => withoutInlining(major, plain.args);

function finds(report: Report): void {
  assert.equal(report.sampling?.sampler, 'inspector');
  assert.equal(report.sampling.tiers, false);
  assert.equal(report.sampling.lines, 'innermost');
  const names = report.functions.map(({ name }) => name);
  assert.ok(names.includes(plain.expect!.functionName), names.join());
  const self = hotSelf(report, plain.expect!);
  // How much of the time it has, on a quiet machine, is for test/shares.
  const least = plain.expect!.minSelf / 2;
  assert.ok(self >= least, `${self} of ${report.sampling.onCpu} samples`);
}

for (const major of majors) {
  describe(`attaching on Node ${major}`, () => {
    test('by process id, opens its inspector and closes it again', async () => {
      await using server = await startServer(
        await nodeBinary(major),
        plainText(major),
        plain.folder,
      );
      const watched = await attach({ pid: server.pid });
      const { report, phases } = succeeded(watched);
      finds(report);
      assert.deepEqual(phases, ['attaching', 'warming', 'measuring', 'stopping', 'done']);
      assert.deepEqual(watched.toldIn, ['stopping'], 'told while the process is being left');
      assert.equal(report.target!.pid, server.pid);
      assert.equal(report.target!.url, `http://127.0.0.1:${server.port}`);
      assert.equal(report.target!.listenMs, undefined);
      assert.ok(report.load!.requests > 0);
      assert.ok(report.sampling!.cpuMicrosPerRequest! > 1);
      await runsOn(server);
      assert.match(server.output(), /Debugger attached/);
    });

    test('again and again, leaving nothing of itself', async () => {
      await using server = await startServer(
        await nodeBinary(major),
        plainText(major),
        plain.folder,
      );
      for (let time = 0; time < 3; time++) {
        succeeded(await attach({ pid: server.pid }, { load: { ...lightLoad, warmupS: 0 } }));
        await runsOn(server);
      }
    });

    test('by the port of its server', async () => {
      await using server = await startServer(
        await nodeBinary(major),
        plainText(major),
        plain.folder,
      );
      finds(succeeded(await attach({ port: server.port })).report);
      await runsOn(server);
    });

    test('by the port of an inspector that is open, which stays open', async () => {
      const words = ['--inspect=127.0.0.1:0', ...plainText(major)];
      await using server = await startServer(await nodeBinary(major), words, plain.folder);
      // The inspector listens first.
      const inspector = server.port;
      const { report } = succeeded(await attach({ port: inspector }));
      finds(report);
      assert.notEqual(report.target!.url, `http://127.0.0.1:${inspector}`);
      // Before the question below, whose own connection may be there for a moment longer.
      assert.equal(hasConnections(inspector), false);
      assert.equal((await fetch(`http://127.0.0.1:${inspector}/json/version`)).status, 200);
    });

    test('without load: what it does by itself', async () => {
      await withFolder({ 'busy.js': busyByItself }, async ({ path }) => {
        await using server = await startServer(
          await nodeBinary(major),
          withoutInlining(major, ['busy.js']),
          path,
        );
        const watched = succeeded(await attach({ pid: server.pid }, { load: null }));
        const { report, phases } = watched;
        assert.deepEqual(phases, ['attaching', 'warming', 'measuring', 'stopping', 'done']);
        assert.equal(report.load, null);
        assert.equal(report.target!.url, '');
        assert.equal(report.functions[0]?.name, 'spin');
        assert.ok(report.sampling!.windowMs >= 990, `${report.sampling!.windowMs}`);
        assert.ok(report.functions[0].self > 0.8, `${report.functions[0].self}`);
        await runsOn(server);
      });
    });

    test('to a process that is stuck in its code, and says where', async () => {
      await withFolder({ 'stuck.js': stuck }, async ({ path }) => {
        await using server = await startServer(await nodeBinary(major), ['stuck.js'], path);
        await eventually('it is stuck', () => server.output().includes('stuck'));
        const { report } = succeeded(await attach({ pid: server.pid }, { load: null }));
        const [note] = report.notes.filter((each) => each.startsWith('The event loop did not'));
        assert.match(note ?? '', /it was in forEver at stuck\.js:2\./);
        assert.equal(report.functions[0]?.name, 'forEver');
        assert.ok(report.functions[0].own > 0.9, `${report.functions[0].own}`);
      });
    });

    test('samples its worker threads too', async () => {
      const { args, folder, expect } = zooServer('workers');
      await using server = await startServer(
        await nodeBinary(major),
        withoutInlining(major, args),
        folder,
      );
      const { report } = succeeded(await attach({ pid: server.pid }));
      assert.ok(hotSelf(report, expect!) >= expect!.minSelf, `${hotSelf(report, expect!)}`);
      assert.ok(report.target!.processes.some(({ role }) => role === 'worker'));
      await runsOn(server);
    });
  });
}

/** Listens, and spins for 50 ms of each 51, mostly in code of its own. */
const busyByItself = `
function spin() {
  const end = Date.now() + 50;
  for (let x = 0; Date.now() < end;) for (let i = 0; i < 10000; i++) x = (x * 31 + 7) % 1000003;
}
setInterval(spin, 1);
require('http').createServer((request, response) => response.end('ok')).listen(0, '127.0.0.1');`;

const stuck = `
function forEver() { console.error('stuck'); for (let x = 0; ; x = (x * 31 + 7) % 1000003); }
require('http').createServer(() => {}).listen(0, '127.0.0.1', () => setTimeout(forEver, 50));`;

/** Answers as an inspector does, until it is asked what it is. */
const breaksOff = (act: string) => `
const server = require('http').createServer((request, response) => {
  response.end(JSON.stringify([{ webSocketDebuggerUrl: 'ws://127.0.0.1/1' }]));
});
new (require('ws').WebSocketServer)({ server }).on('connection', (socket) => {
  socket.on('message', (text) => {
    const { id, method } = JSON.parse(text);
    if (method === 'Runtime.evaluate') ${act};
    else socket.send(JSON.stringify({ id, result: {} }));
  });
});
server.listen(0, '127.0.0.1');`;

const node = process.execPath;

describe('says in a sentence why it can’t attach', () => {
  testOnce('to nobody', async () => {
    const child = spawn(node, ['-e', '0'], { stdio: 'ignore' });
    const pid = child.pid!;
    await once(child, 'exit');
    assert.match(
      await attachFailure('process-not-found', { pid }),
      new RegExp(`no process ${pid} on this machine`),
    );
  });

  testOnce('to a port that nobody listens on', async () => {
    assert.match(
      await attachFailure('process-not-found', { port: 1 }),
      /^No process of yours listens on port 1 of this machine/,
    );
  });

  testOnce('to a process that is not Node.js, which is left alone', async () => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    try {
      // Its words are in the process table a moment after it has begun.
      if (process.platform === 'linux') {
        await eventually('it sleeps', () => textOf(`/proc/${child.pid}/cmdline`).includes('60'));
      }
      const sentence = await attachFailure('not-a-node-process', { pid: child.pid! });
      assert.match(sentence, new RegExp(`^Process ${child.pid} \\(sleep 60\\) is not Node\\.js`));
      assert.equal(child.exitCode, null);
      assert.equal(child.signalCode, null);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  testOnce('to a process that listens on nothing', async () => {
    const script = 'console.log("begun"); setInterval(() => {}, 1000)';
    const child = spawn(node, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      await once(child.stdout, 'data');
      const sentence = await attachFailure('load-could-not-connect', { pid: child.pid! });
      assert.match(sentence, /listens on no port, so there is nothing to send .*--no-load/);
      assert.equal(child.signalCode, null);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  testOnce('to a process that can’t open its inspector, since another has its port', async () => {
    await using first = await startServer(node, ['--inspect', ...plain.args], plain.folder);
    await using second = await startServer(node, plain.args, plain.folder);
    const sentence = await attachFailure('inspector-not-opened', { pid: second.pid });
    assert.match(
      sentence,
      new RegExp(`process ${first.pid} \\(.*--inspect server\\.js\\) has port`),
    );
    await runsOn(second);
  });

  testOnce('to a process that a debugger has paused, and leaves it there', async () => {
    const words = ['--inspect=127.0.0.1:0', ...plain.args];
    await using server = await startServer(node, words, plain.folder);
    // Its first port was the inspector's, which is open before the process knows itself.
    await eventually('the server listens', () => server.output().includes('listening on'));
    const opened = await openInspector(server.pid);
    const other = await InspectorConnection.open(opened!.url);
    try {
      await other.ask('Debugger.enable');
      const paused = new Promise<void>((resolve) => other.on('Debugger.paused', () => resolve()));
      // The answer comes when it goes on.
      const answer = other.ask('Runtime.evaluate', { expression: 'debugger' }, 60_000);
      // Else that it is never answered would hide what fails here.
      answer.catch(() => {});
      await paused;
      const sentence = await attachFailure('process-paused', { pid: server.pid });
      assert.match(sentence, /is paused by a debugger/);
      await other.ask('Debugger.resume');
      await answer;
    } finally {
      await other.close();
    }
  });

  testOnce('to a process that ends meanwhile', async () => {
    await using server = await startServer(node, plain.args, plain.folder);
    const { report, phases } = await attach({ pid: server.pid }, { load: lightLoad }, (state) => {
      if (state.phase === 'measuring') server.child.kill('SIGKILL');
    });
    assert.equal(report.failure?.kind, 'process-ended', report.failure?.message);
    assert.match(report.failure.message, new RegExp(`^Process ${server.pid} ended while`));
    assert.equal(phases.at(-1), 'failed');
  });

  for (const [what, act, sentence] of [
    ['ends', 'process.kill(process.pid, "SIGKILL")', /^Process \d+ ended while it was attached to/],
    [
      'closes its inspector',
      'socket.terminate()',
      /^Process \d+ closed its inspector .*; it runs on/,
    ],
  ] as const) {
    testOnce(`to a process that ${what} before it has said what it is`, async () => {
      await using server = await startServer(node, ['-e', breaksOff(act)], import.meta.dirname);
      assert.match(await attachFailure('process-ended', { port: server.port }), sentence);
    });
  }

  testOnce('to a process that ends by itself, which is not held up', async () => {
    await withFolder(
      { 'server.js': `${plainServer}\nprocess.on('SIGTERM', () => process.exit(7));` },
      async ({ path }) => {
        await using server = await startServer(node, ['server.js'], path);
        const ended = once(server.child, 'exit');
        const { report } = await attach({ pid: server.pid }, { load: lightLoad }, (state) => {
          if (state.phase === 'measuring') server.child.kill('SIGTERM');
        });
        assert.equal(report.failure?.kind, 'process-ended', report.failure?.message);
        assert.deepEqual((await ended)[0], 7);
      },
    );
  });
});

testOnce('attaches beside a debugger, whose session goes on, and says so', async () => {
  const words = ['--inspect=127.0.0.1:0', ...plainText(ownMajor)];
  await using server = await startServer(node, words, plain.folder);
  const opened = await openInspector(server.pid);
  const other = await InspectorConnection.open(opened!.url);
  try {
    const { report } = succeeded(await attach({ pid: server.pid }));
    finds(report);
    assert.ok(report.notes.some((note) => note.startsWith('Another program, such as a debugger')));
    const { result } = await other.ask<{ result: { value: number } }>('Runtime.evaluate', {
      expression: '6 * 7',
    });
    assert.equal(result.value, 42);
  } finally {
    await other.close();
  }
});

for (const phase of ['attaching', 'warming', 'measuring'] as const) {
  const add = phase === 'measuring' ? testOnce : detail;
  add(`is given up while ${phase}, and the process runs on as it was`, async () => {
    await using server = await startServer(node, plain.args, plain.folder);
    const { report } = await attach({ pid: server.pid }, { load: lightLoad }, (state, abort) => {
      if (state.phase === phase) abort.abort();
    });
    assert.equal(report.failure?.kind, 'cancelled', report.failure?.message);
    await runsOn(server);
  });
}

testOnce(
  'lists the Node.js processes of this machine with their ports, without its own',
  async () => {
    await using server = await startServer(node, plain.args, plain.folder);
    const processes = await listNodeProcesses();
    assert.deepEqual(
      processes.find(({ pid }) => pid === server.pid),
      { pid: server.pid, command: 'node server.js', cwd: plain.folder, ports: [server.port] },
    );
    assert.ok(!processes.some(({ pid }) => pid === process.pid));
  },
);
