import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { failureOf, succeeded, watchRun, withFolder } from './engineHarness.ts';

/** A server that 0x starts; what it measures is compared with the others in test/long/shares/samplers. */

const server = `
  require('fs').writeFileSync(__dirname + '/environment.json', JSON.stringify(process.env));
  function busy() {
    let sum = 0;
    for (let at = 0; at < 1e6; at++) sum += Math.sqrt(at);
    return sum;
  }
  require('http').createServer((request, response) => response.end(String(busy())))
    .listen(0, '127.0.0.1', () => console.log(process.cwd(), process.execArgv.length));
`;

test('0x samples a server in its folder, with its environment and nothing of its own left', () =>
  withFolder({ 'server.js': server }, async (folder) => {
    const outcome = await watchRun(folder, { sampler: '0x', env: { SHOP: 'open' } });
    const { report } = succeeded(outcome);
    assert.equal(report.sampling?.sampler, '0x');
    assert.equal(report.functions[0]?.name, 'busy');
    assert.ok(outcome.output.startsWith(folder.path), outcome.output);
    const seen = JSON.parse(
      readFileSync(join(folder.path, 'environment.json'), 'utf8'),
    ) as NodeJS.ProcessEnv;
    assert.equal(seen['SHOP'], 'open');
    assert.match(seen['NODE_OPTIONS'] ?? '', /preload\.cjs/);
    assert.equal(seen['HOTFRAME_NODE_OPTIONS'], undefined);
  }));

/** 0x ends after its server, when it has drawn its own graph: on a slow machine that is busy, 20 s later. */
const ending = { sampler: '0x', startTimeoutS: 90 } as const;

test('a server that ends before it listens by 0x has failed like any other', () =>
  withFolder({ 'server.js': "console.error('no shop'); process.exit(3);" }, async (folder) => {
    const message = await failureOf(folder, 'exited-before-listening', ending);
    assert.match(message, /^The server ended with exit code \d+ before it listened on a port\./);
    assert.match(message, /no shop/);
  }));

const forks = `
  const cluster = require('cluster');
  if (cluster.isPrimary) cluster.fork();
  else require('http').createServer().listen(0, '127.0.0.1');
`;

test('a server that forks is refused by 0x in a sentence', () =>
  withFolder({ 'server.js': forks }, async (folder) => {
    const message = await failureOf(folder, 'exited-before-listening', ending);
    assert.match(message, /^The server forks processes.* and 0x does not support that/);
  }));
