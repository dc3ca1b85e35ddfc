import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { describe, test } from 'node:test';
import { hostOf, otherHost } from '../../src/engine/serving/otherHost.ts';
import { isHostTyped } from '../../src/shared/hostName.ts';
import { CliRun } from './cliDriver.ts';
import { failureOf, lightRun, succeeded, withFolder } from './engineHarness.ts';
import { plainServer, selfSigned } from './engineServers.ts';

/** An address of this machine that is not loopback stands for another machine: to the engine it is one. */
const address = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address;
const other = {
  skip: address === undefined && 'this machine has no address beside the loopback',
};
/** Listens where the environment says, and works. */
const serverThere = `
const { createServer } = require('node:http');
function work() { let sum = 0; for (let i = 0; i < 1_000_000; i++) sum += Math.sqrt(i); return sum; }
createServer((request, response) => response.end(String(work()))).listen(process.env.PORT, process.env.ADDRESS);
`;

describe('whether a URL is of another machine', () => {
  test('is decided by all addresses of its name', async () => {
    for (const host of ['localhost', 'app.localhost', '127.9.9.9', '[::1]', '0.0.0.0', '[::]']) {
      assert.equal(await otherHost(`http://${host}:81/x`), null, host);
    }
    assert.equal(await otherHost('http://[::ffff:127.0.0.1]/'), null);
    assert.equal(await otherHost('http://2130706433/'), null, '127.0.0.1 as one number');
    assert.equal(await otherHost('/orders'), null);
    for (const host of ['192.168.1.1', '[fe80::1]', '128.0.0.1', '[::ffff:10.0.0.1]']) {
      assert.ok(await otherHost(`http://${host}/`), host);
    }
  });

  test('gives where it is, with the port of its scheme', async () => {
    const place = await otherHost('https://[2001:db8::1]/x');
    assert.deepEqual(place, {
      scheme: 'https',
      host: '2001:db8::1',
      port: 443,
      socketPath: null,
      isOther: true,
    });
    assert.equal(hostOf(place!), '[2001:db8::1]');
  });

  test('is a sentence where the name has no address', async () => {
    await assert.rejects(otherHost('http://nowhere.invalid:1/'), {
      name: 'FailureError',
      message: /^The load got no answer from http:\/\/nowhere\.invalid:1: \S/,
    });
  });
});

test('a host is typed as a URL has it, in any case', () => {
  assert.ok(isHostTyped('api.example.test', ' API.example.test'));
  assert.ok(isHostTyped('[2001:db8::1]', '2001:db8::1'));
  for (const typed of ['', 'example.test', 'api.example.test:80', 'api.example.test/']) {
    assert.ok(!isHostTyped('api.example.test', typed), typed);
  }
});

test('refuses another machine whose name was not given, or not right, before it starts anything', () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    const url = 'http://192.0.2.1:3000/';
    const refused = await failureOf(folder, 'remote-host', { load: { url } });
    assert.match(refused, /^192\.0\.2\.1 is not this machine, so nothing was started\./);
    assert.match(refused, /--confirm-host 192\.0\.2\.1/);
    const load = { url, confirmedHost: '192.0.2.2' };
    assert.match(
      await failureOf(folder, 'remote-host', { load }),
      /would go to 192\.0\.2\.1, and what was confirmed is 192\.0\.2\.2/,
    );
  }));

test('the command asks for the name of another machine', async () => {
  const url = 'http://192.0.2.1:3000/';
  for (const words of [[], ['--confirm-host', '192.0.2.2']]) {
    const cli = new CliRun(['run', '--url', url, ...words, '--', 'node', 'x.js'], tmpdir());
    assert.equal(await cli.exit(), 1);
    assert.match(cli.stderr, /so nothing was started\. .*--confirm-host 192\.0\.2\.1/);
    await cli.leftNothing();
  }
});

test('loads the confirmed host, and samples the server behind it', other, () =>
  withFolder({ 'server.js': serverThere }, async (folder) => {
    const port = await freePort();
    const env = { PORT: String(port), ADDRESS: address! };
    const url = `http://${address}:${port}/`;
    const load = { url, confirmedHost: address! };
    const { report } = succeeded(await lightRun(folder, { env, load }));
    assert.equal(report.load?.url, url);
    assert.ok(report.load.requests > 0);
    assert.ok(report.lines.some(({ file, self }) => file.endsWith('server.js') && self > 0.5));
  }),
);

test('says so where the host keeps the load to itself', other, () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    await using there = await listening(createServer((_request, response) => response.end('me')));
    const load = { url: `http://${address}:${there.port}/`, confirmedHost: address! };
    for (const warmupS of [0.2, 0]) {
      const sentence = await failureOf(folder, 'target-not-reached', {
        load: { ...load, warmupS },
      });
      assert.ok(sentence.startsWith(`${address} gave `), sentence);
      assert.match(sentence, /gave [1-9]\d* answers, and none of the requests reached the server/);
    }
  }),
);

test('trusts no certificate of another machine that nobody vouches for', other, () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    let asked = 0;
    const server = createTlsServer(selfSigned, (_request, response) => {
      asked++;
      response.end();
    });
    await using there = await listening(server);
    const url = `https://${address}:${there.port}/`;
    const load = { url, confirmedHost: address! };
    assert.match(await failureOf(folder, 'load-could-not-connect', { load }), /self.signed/);
    const setup = [{ method: 'POST', path: '/login', headers: {}, capture: {} }];
    const withSetup = { ...load, setup };
    assert.match(await failureOf(folder, 'setup-failed', { load: withSetup }), /self.signed/);
    assert.equal(asked, 0);
  }),
);

test('follows no redirect, so that the load stays with its host', () =>
  withFolder({}, async (folder) => {
    let asked = 0;
    const elsewhere = createServer((_request, response) => {
      asked++;
      response.end();
    });
    await using there = await listening(elsewhere, '127.0.0.1');
    const to = `http://127.0.0.1:${there.port}/`;
    const code = `require('node:http').createServer((q, a) => a.writeHead(307, { location: '${to}' }).end()).listen(0)`;
    const command = [process.execPath, '-e', code];
    const setup = [{ method: 'POST', path: '/login', headers: {}, capture: {} }];
    const sentence = await failureOf(folder, 'not-2xx', { command, load: { setup } });
    assert.match(sentence, /was 307.*Redirects are not followed/);
    assert.equal(asked, 0);
  }));

async function listening(
  server: Server,
  host = address,
): Promise<AsyncDisposable & { port: number }> {
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function freePort(): Promise<number> {
  await using found = await listening(createServer());
  return found.port;
}
