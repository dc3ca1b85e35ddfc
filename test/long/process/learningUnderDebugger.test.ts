import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { runProfile } from '../../../src/engine/run/run.ts';
import type { RunState } from '../../../src/shared/runState.ts';
import {
  lightRun,
  quickOptions,
  succeeded,
  withFolder,
  type TestFolder,
} from '../../process/engineHarness.ts';
import { measured } from '../../shares/measured.ts';
import { nodeBinary, testedLines } from '../../support/nodeVersions.ts';

/** A server with a debugger, or without some permissions, works as before and is learned from if it can be. */

const files = (isRight: string) => ({
  'server.js': `
const { later } = require('later');
async function handle(request, response) {
  await later(10);
  response.statusCode = ${isRight} ? 200 : 500;
  response.end('ok');
}
require('http').createServer(handle).listen(0, '127.0.0.1');
`,
  'node_modules/later/index.js': `
let sink = 0;
exports.later = async (n) => {
  await null;
  for (let i = 0; i < n * 20000; i++) sink += Math.sqrt(i) % 7;
};
`,
});

/** A debugger's end of a connection to a server. */
class Debugger {
  #lastId = 0;
  private constructor(private readonly socket: WebSocket) {}

  static async attach(url: string): Promise<Debugger> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new Debugger(socket);
  }

  ask<T>(method: string, params: object = {}): Promise<T> {
    const id = ++this.#lastId;
    const answer = new Promise<T>((resolve, reject) => {
      this.socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString()) as { id?: number; result: T; error?: object };
        if (message.id !== id) return;
        if (message.error) reject(new Error(JSON.stringify(message.error)));
        else resolve(message.result);
      });
      this.socket.once('close', () => reject(new Error(`no answer to ${method}`)));
    });
    this.socket.send(JSON.stringify({ id, method, params }));
    return answer;
  }
}

for (const major of testedLines()) {
  test(`a server with a debugger is learned from, and the debugger has its answers, on Node ${major}`, () =>
    withFolder(files('true'), async (folder) => {
      let output = '';
      let early: Promise<Debugger> | null = null;
      let profiled: Promise<number> | null = null;
      const attach = async () => {
        const url = /ws:\/\/\S+/.exec(output)?.[0];
        assert.ok(url, output);
        const client = await Debugger.attach(url);
        await client.ask('Runtime.enable');
        await client.ask('Debugger.enable');
        return client;
      };
      const profile = async () => {
        const client = await attach();
        await client.ask('Profiler.enable');
        await client.ask('Profiler.start');
        const sum = await client.ask<{ result: { value: number } }>('Runtime.evaluate', {
          expression: 'let sum = 0; for (let i = 0; i < 1e8; i++) sum += i % 3; sum',
        });
        assert.equal(sum.result.value, 99_999_999);
        const stopped = await client.ask<{ profile: { samples: number[] } }>('Profiler.stop');
        return stopped.profile.samples.length;
      };
      const node = await nodeBinary(major);
      const options = quickOptions(folder.path, {
        command: [node, '--inspect=127.0.0.1:0', 'server.js'],
        chargesAwaits: true,
        load: { durationS: 2 },
      });
      const hooks = {
        onState({ phase }: RunState) {
          // One is there all the time, as that of an editor; one comes and profiles while it is learned.
          if (phase === 'warming') early = attach();
          if (phase === 'learning') profiled = profile();
        },
        onProgress() {},
        onOutput: (text: string) => (output += text),
      };
      const { report } = await runProfile(options, hooks, new AbortController().signal);
      assert.equal(report.failure, null, report.failure?.message);
      assert.ok(await early);
      assert.ok((await profiled)! > 10);
      const { errors, timeouts, non2xx } = report.load!;
      assert.deepEqual({ errors, timeouts, non2xx }, { errors: 0, timeouts: 0, non2xx: 0 });
      assert.doesNotMatch(report.notes.join('\n'), /after awaits/);
      assert.ok(report.sampling!.viaAwaitShare! > 0.3, JSON.stringify(report.sampling));
      assert.ok(report.requests, 'its requests were followed');
    }));
}

/** Node 18 has no permissions. */
for (const major of testedLines([20, 22, 24, 26])) {
  const isAsPermitted = `!process.permission.has('worker') && !process.permission.has('fs.write')`;
  const permission = major < 22 ? '--experimental-permission' : '--permission';
  const reportOf = async (folder: TestFolder, extra: string[] = []) => {
    const net = major < 26 ? [] : ['--allow-net'];
    const flags = [permission, `--allow-fs-read=${folder.path}/*`, ...net, ...extra];
    const command = [await nodeBinary(major), ...flags, 'server.js'];
    const outcome = succeeded(await lightRun(folder, { command, chargesAwaits: true }));
    const { report } = outcome;
    assert.equal(report.load!.non2xx, 0);
    assert.ok(report.sampling!.samples > 0);
    return { ...report, learned: outcome.learned?.work ?? null };
  };

  test(`what a server without permissions can't tell is said, on Node ${major}`, () =>
    withFolder(files(isAsPermitted), async (folder) => {
      const { sampling, requests, notes } = await reportOf(folder);
      assert.equal(sampling!.viaAwaitShare, 0);
      assert.ok(!requests);
      const note = notes.find((each) => each.includes('after awaits')) ?? '';
      assert.match(note, /keeps the server from its inspector .*--allow-inspector/, notes.join());
    }));

  if (major < 24) continue;
  test(`a server without workers is learned from, on Node ${major}`, (context) =>
    withFolder(files(isAsPermitted), async (folder) => {
      const run = async () => {
        const report = await reportOf(folder, ['--allow-inspector']);
        assert.doesNotMatch(report.notes.join('\n'), /after awaits/);
        return report;
      };
      const isLearned = ({ sampling, load, learned }: Awaited<ReturnType<typeof run>>) => {
        const { functions = [], samples } = learned?.profile ?? {};
        const names = functions.map(({ name }) => name);
        const seen = { sampling, warnings: load?.warnings, samples: samples?.node.length, names };
        assert.ok(sampling!.viaAwaitShare! > 0.1, JSON.stringify(seen));
      };
      await measured(context, run, isLearned, (report) => [report]);
    }));
}
