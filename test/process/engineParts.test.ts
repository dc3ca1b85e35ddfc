import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseHar } from '../../src/engine/requests/harFile.ts';
import { connectHosts, originOf, parseLoadUrl } from '../../src/engine/serving/loadAddress.ts';
import { parseRequestsFile } from '../../src/engine/requests/loadRequests.ts';
import { loadWarnings, type SampledTime } from '../../src/engine/load/loadWarnings.ts';
import {
  resolveCommand,
  samplerArguments,
  type CommandOptions,
  type NodeCommand,
} from '../../src/engine/processes/nodeCommand.ts';
import { askOnce } from '../../src/engine/serving/probe.ts';
import { findWorkspaceFolders } from '../../src/engine/files/workspaceFolders.ts';
import type { LoadDone } from '../../src/shared/loadWire.ts';
import { terminalText } from '../../src/shared/wording.ts';
import { withFolder } from './engineHarness.ts';

test('reads a HAR file without what belongs to its own connection', () => {
  const har = {
    log: {
      entries: [
        {
          request: {
            method: 'post',
            url: 'https://shop.example/cart?id=1#top',
            headers: [
              { name: ':authority', value: 'shop.example' },
              { name: 'Host', value: 'shop.example' },
              { name: 'Connection', value: 'close' },
              { name: 'Content-Length', value: '3' },
              { name: 'Accept', value: 'text/html' },
            ],
            postData: { text: 'a=1' },
          },
        },
      ],
    },
  };
  assert.deepEqual(parseHar('\uFEFF' + JSON.stringify(har)), [
    { method: 'POST', path: '/cart?id=1', headers: { Accept: 'text/html' }, body: 'a=1' },
  ]);
});

test('says in one sentence what is wrong with a HAR file', () => {
  const bad: [string, RegExp][] = [
    ['{', /^The HAR file is not JSON: /],
    ['{}', /no list `log\.entries`/],
    ['{"log":{"entries":[]}}', /holds no requests/],
    ['{"log":{"entries":[{"request":{"url":"x"}}]}}', /URL of entry 1 of the HAR file/],
    ['{"log":{"entries":[{"request":{"url":"http://a/"}}]}}', /method of entry 1/],
  ];
  for (const [json, sentence] of bad) assert.throws(() => parseHar(json), { message: sentence });
});

test('reads a requests file with defaults', () => {
  const requests = [
    { path: '/a b' },
    { method: 'put', path: '/x', headers: { n: 1 }, body: { k: [] } },
  ];
  assert.deepEqual(parseRequestsFile(JSON.stringify(requests)), [
    { method: 'GET', path: '/a%20b', headers: {} },
    { method: 'PUT', path: '/x', headers: { n: '1' }, body: '{"k":[]}' },
  ]);
});

test('says in one sentence what is wrong with a requests file', () => {
  const bad: [string, RegExp][] = [
    ['nope', /^The requests file is not JSON: /],
    ['{}', /does not hold a JSON array/],
    ['[]', /holds no requests/],
    ['[{"path":"x"}]', /path of request 1/],
    ['[{"path":"/"},{"path":"/","headers":[]}]', /headers of request 2/],
  ];
  for (const [json, sentence] of bad) {
    assert.throws(() => parseRequestsFile(json), { message: sentence });
  }
});

test('reads a path or a URL', () => {
  assert.deepEqual(parseLoadUrl('a?b=ü'), { path: '/a?b=%C3%BC', port: null, named: null });
  assert.deepEqual(parseLoadUrl('//double'), { path: '//double', port: null, named: null });
  assert.deepEqual(parseLoadUrl('http://me:pw@localhost:81/x'), {
    path: '/x',
    port: 81,
    named: {
      scheme: 'http',
      host: 'localhost:81',
      hostname: 'localhost',
      authorization: 'Basic bWU6cHc=',
    },
  });
  assert.equal(parseLoadUrl('https://[::1]/').port, 443);
});

test('connects to a server on all addresses through the loopback', () => {
  assert.deepEqual(connectHosts('0.0.0.0'), ['127.0.0.1']);
  assert.deepEqual(connectHosts('::'), ['127.0.0.1', '::1']);
  assert.deepEqual(connectHosts('::', true), ['::1']);
});

test('writes the origin of a server for people', () => {
  const place = { scheme: 'https', host: '::1', port: 8443, socketPath: null } as const;
  assert.equal(originOf(place), 'https://[::1]:8443');
  const socket = {
    scheme: 'http',
    host: 'localhost',
    port: 0,
    socketPath: '/run/web.sock',
  } as const;
  assert.equal(originOf(socket), 'http://unix:/run/web.sock:');
});

test('puts the sampler between the binary and what follows', () =>
  withFolder({ 'server.js': '' }, async (folder) => {
    const command = resolveCommand({
      command: ['node', '--enable-source-maps', 'server.js', '--port', '1'],
      cwd: folder.path,
      env: process.env,
    });
    assert.ok(command.kind === 'node');
    const flags = {
      runFolder: '/t/100%',
      preload: '/p.cjs',
      intervalMicros: 500,
      exactLines: true,
      deep: false,
    };
    const words = samplerArguments(command, flags);
    assert.deepEqual(words.slice(-4), ['--enable-source-maps', 'server.js', '--port', '1']);
    assert.ok(words.includes('--prof-sampling-interval=500'));
    assert.ok(words.includes('--no-sparkplug'));
    assert.ok(words.includes(`--logfile=${join('/t/100%%', '%p.log')}`));
    const deep = samplerArguments(command, { ...flags, deep: true });
    const added = deep.filter((word) => !words.includes(word));
    assert.deepEqual(added, ['--log-ic', '--log-maps']);
  }));

function nodeCommand(options: CommandOptions): NodeCommand {
  const command = resolveCommand(options);
  assert.ok(command.kind === 'node');
  return command;
}

test('runs a local bin as its script, by the binary that was asked for', () =>
  withFolder(
    {
      'node_modules/web/bin.js': '#!/usr/bin/env -S node --no-warnings\n',
      'node_modules/tsx/cli.mjs': '#!/usr/bin/env node\n',
      'node_modules/.bin/shim':
        '#!/bin/sh\nbasedir=$(dirname "$0")\nexec node  "$basedir/../web/bin.js" "$@"\n',
      'plain.js': '',
    },
    async ({ path }) => {
      mkdirSync(join(path, 'node_modules/.bin'), { recursive: true });
      symlinkSync('../web/bin.js', join(path, 'node_modules/.bin/web'));
      symlinkSync('../tsx/cli.mjs', join(path, 'node_modules/.bin/tsx'));
      const resolve = (...command: string[]) =>
        nodeCommand({ command, cwd: path, env: process.env, node: process.execPath });
      const script = join(path, 'node_modules/web/bin.js');
      assert.deepEqual(resolve('./node_modules/.bin/web', 'serve'), {
        kind: 'node',
        file: process.execPath,
        before: [],
        after: ['--no-warnings', script, 'serve'],
      });
      assert.deepEqual(resolve('./node_modules/.bin/shim').after, [script]);
      assert.deepEqual(resolve('./plain.js', 'x').after, [join(path, 'plain.js'), 'x']);
      assert.deepEqual(resolve('./node_modules/.bin/tsx', 'a.ts'), {
        kind: 'node',
        file: process.execPath,
        before: [join(path, 'node_modules/tsx/cli.mjs')],
        after: ['a.ts'],
      });
    },
  ));

test('starts npm by its own script where its launchers are for a shell, as on Windows', () =>
  withFolder(
    {
      npm: '#!/usr/bin/env bash\nbasedir=`dirname "$0"`\n"$NODE_EXE" "$NPM_CLI_JS" "$@"\n',
      'npx.cmd': '@ECHO OFF\r\n"%NODE_EXE%" "%NPX_CLI_JS%" %*\r\n',
      'node_modules/npm/bin/npm-cli.js': '',
      'node_modules/npm/bin/npx-cli.js': '',
    },
    ({ path }) => {
      const node = process.execPath;
      for (const [name, script] of [
        ['./npm', 'npm-cli.js'],
        ['./npx.cmd', 'npx-cli.js'],
      ] as const) {
        assert.deepEqual(
          resolveCommand({ command: [name, 'x'], cwd: path, env: process.env, node }),
          {
            kind: 'wrapper',
            file: node,
            arguments: [join(path, 'node_modules/npm/bin', script), 'x'],
          },
        );
      }
      return Promise.resolve();
    },
  ));

test('takes the project, and the monorepo around it, for the user’s own code', () =>
  withFolder(
    {
      'mono/package.json': '{"workspaces":["packages/*"]}',
      'mono/packages/app/package.json': '{}',
      'mono/packages/app/src/main.js': '',
      'single/package.json': '{}',
      'single/dist/server.js': '',
      'loose/server.js': '',
    },
    async ({ path }) => {
      const find = (cwd: string, ...scripts: string[]) =>
        findWorkspaceFolders(
          join(path, cwd),
          scripts.map((script) => join(path, script)),
        ).map((folder) => folder.slice(path.length + 1));
      assert.deepEqual(find('mono/packages/app'), ['mono']);
      assert.deepEqual(find('single/dist', 'single/dist/server.js'), ['single']);
      assert.deepEqual(find('loose', 'single/dist/server.js'), ['loose', 'single']);
    },
  ));

const calm: LoadDone = {
  type: 'done',
  startedNs: '0',
  endedNs: '10000000000',
  requests: 5000,
  begun: 5000,
  byRequest: [],
  perSecond: [],
  latencyMs: { mean: 1, p50: 1, p90: 1, p97_5: 1, p99: 1, max: 1, samples: [] },
  bytes: 1,
  errors: 0,
  timeouts: 0,
  non2xx: 0,
  statusCounts: {},
  firstNon2xx: null,
  firstError: null,
  clientCpuShare: 0.4,
};

/** A load that was not limited by anything of its own. */
const made = { connections: 10, rate: null, cpu: null };

test('warns of what makes figures doubtful, and of nothing else', () => {
  const sampled: SampledTime = {
    samplesOnCpu: 5000,
    intervalMicros: 1000,
    cpuMicros: 5_400_000,
    costShare: 0.02,
    idleShare: 0.1,
  };
  assert.deepEqual(loadWarnings(calm, made, sampled), []);
  assert.deepEqual(loadWarnings(calm, made, { ...sampled, cpuMicros: null }), []);
  const doubtful: [Partial<LoadDone>, Partial<SampledTime> | null, RegExp][] = [
    [{ non2xx: 3, firstNon2xx: { status: 503, body: '' } }, null, /3 of 5000 .*503/],
    [{ errors: 2, firstError: 'read ECONNRESET' }, null, /2 requests failed .*read ECONNRESET/],
    [{ errors: 1, timeouts: 1 }, null, /1 request timed out/],
    [{ clientCpuShare: 0.97 }, null, /97 % of a core/],
    [{ requests: 99 }, null, /Only 99 requests/],
    [{}, { samplesOnCpu: 199 }, /Only 199 samples/],
    [{}, { costShare: 0.14 }, /Sampling took 14 % of the server's CPU time/],
    [
      {},
      { cpuMicros: 4_000_000 },
      /For 20 % of its time the server waited for a CPU, .* Run again when the machine is quiet\./,
    ],
  ];
  for (const [change, samples, sentence] of doubtful) {
    const warnings = loadWarnings(
      { ...calm, ...change },
      made,
      samples && { ...sampled, ...samples },
    );
    assert.equal(warnings.length, 1);
    assert.match(terminalText(warnings[0]!), sentence);
    assert.match(terminalText(warnings[0]!), /^[^.].*\.$/);
  }
});

test('a wait for a CPU is a caution on shares, and says nothing where there are none', () => {
  const server = { onCpu: 0.5, waited: 0.4 };
  const waited = { ...made, cpu: { server, load: null, others: null, waits: [] } };
  assert.deepEqual(loadWarnings(calm, waited, null), []);
  const sampled = { samplesOnCpu: 5000, intervalMicros: 1000, cpuMicros: null, costShare: null };
  const [warning] = loadWarnings(calm, waited, { ...sampled, idleShare: 0 });
  assert.match(terminalText(warning!), /^For 40 % of its time the server waited for a CPU/);
});

test('has one advice where both answers and samples are few', () => {
  const sampled = {
    samplesOnCpu: 0,
    intervalMicros: 1000,
    cpuMicros: 5000,
    costShare: null,
    idleShare: 0,
  };
  assert.deepEqual(loadWarnings({ ...calm, requests: 1 }, made, sampled), [
    'Only 1 request was answered.',
    'No sample met code on the CPU, so there are no shares. More load or a longer duration gives more of them.',
  ]);
});

test('has no answer to a request that Node.js refuses to send', async () => {
  const place = { scheme: 'http', host: '127.0.0.1', port: 9, socketPath: null } as const;
  for (const part of [{ path: '/zürich' }, { headers: { 'x-a': 'one\ntwo' } }]) {
    const request = { method: 'GET', path: '/', headers: {}, ...part };
    assert.equal(await askOnce(place, request, 1000), null);
  }
});
