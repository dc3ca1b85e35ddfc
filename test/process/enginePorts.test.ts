import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { portsByLsof, portsInNetstat } from '../../src/engine/processes/listeningPorts.ts';
import { holderIn } from '../../src/engine/processes/portHolder.ts';
import type { Report } from '../../src/shared/report.ts';
import { once as testOnce } from '../support/detail.ts';
import { testedLines, thisLine } from '../support/nodeVersions.ts';
import { hotSelf, zooServer, type ZooName } from '../support/zoo.ts';
import {
  failureOf,
  lightLoad,
  lightOptions,
  lightRun,
  succeeded,
  withFolder,
} from './engineHarness.ts';
import { plainServer } from './engineServers.ts';
import { profileZoo } from './profileZoo.ts';

/** Enough for the hot line of servers that take some milliseconds. */
const quick = { ...lightLoad, rate: 200 };
const majors = testedLines([thisLine]);

for (const major of majors) {
  describe(`on Node ${major}`, () => {
    test('loads the server that answers the path, not the one for monitors that opens first', async () => {
      const { report } = succeeded(await profileZoo(zooServer('several-ports'), major, quick));
      assertHot(report, 'several-ports');
      assert.match(report.notes.join(), /listens on .*tcp:.*the load went to http:/);
    });

    test('loads the server that the path is of', async () => {
      const load = { ...quick, url: '/admin' };
      const { report } = succeeded(await profileZoo(zooServer('several-ports'), major, load));
      assert.equal(report.load!.non2xx, 0);
      // Neither the one for monitors, which answers every path, nor the one that opens later.
      assert.equal(hotSelf(report, hot('several-ports')), 0);
    });

    test('asks where two servers answer alike, and loads the one that is named', async () => {
      const server = zooServer('two-alike');
      const env = { SHOP_PORT: String(await freePort()), OFFICE_PORT: String(await freePort()) };
      const asking = { ...quick, asksServer: true } as const;
      const { report } = await profileZoo(server, major, asking, { env });
      assert.equal(report.failure?.kind, 'several-servers', report.failure?.message);
      const urls = [env.SHOP_PORT, env.OFFICE_PORT].map((port) => `http://127.0.0.1:${port}/`);
      assert.deepEqual(report.failure.choices, [
        { url: urls[0], says: says('shop') },
        { url: urls[1], says: says('office') },
      ]);
      assert.match(
        report.failure.message,
        new RegExp(`2 servers that answer / alike: ${urls.join(', ')}\\. .*--url`),
      );
      const load = { ...quick, url: urls[1]! };
      const named = succeeded(await profileZoo(server, major, load, { env })).report;
      assert.equal(named.load!.url, urls[1]);
      assert.ok(hotSelf(named, { ...hot('two-alike'), functionName: 'priceList' }) > 0.1);
    });

    test('loads the one of two that was chosen, by its port or where that is another one', async () => {
      const server = zooServer('two-alike');
      const port = await freePort();
      const env = { SHOP_PORT: '0', OFFICE_PORT: String(port), PORT: '1' };
      const byPort = { ...quick, server: { port, place: 0, of: 2 } };
      const first = succeeded(await profileZoo(server, major, byPort, { env })).report;
      assert.equal(first.load!.url, `http://127.0.0.1:${port}/`);
      const byPlace = { ...quick, server: { port: 1, place: 1, of: 2 } };
      const second = succeeded(await profileZoo(server, major, byPlace, { env })).report;
      assert.equal(second.load!.url, `http://127.0.0.1:${port}/`);
      const byNone = { ...quick, asksServer: true as const, server: { port: 1, place: 1, of: 3 } };
      const { failure } = (await profileZoo(server, major, byNone, { env })).report;
      assert.equal(failure?.kind, 'several-servers');
    });

    test('loads the first of two where nobody is asked, and says how to load the other', async () => {
      const env = { SHOP_PORT: String(await freePort()), OFFICE_PORT: String(await freePort()) };
      const { report } = succeeded(await profileZoo(zooServer('two-alike'), major, quick, { env }));
      const [shop, office] = [env.SHOP_PORT, env.OFFICE_PORT].map(
        (port) => `http://127.0.0.1:${port}`,
      );
      assert.equal(report.load!.url, `${shop}/`);
      assert.ok(
        report.notes.includes(
          `The target listens on ${shop}, ${office}; the load went to ${shop}, the first in the process closest to the command of 2 that answer alike (--url ${office}/ chooses another).`,
        ),
        report.notes.join('\n'),
      );
    });

    test('loads the one of two that PORT of its environment names', async () => {
      const port = String(await freePort());
      const env = { SHOP_PORT: '0', OFFICE_PORT: port, PORT: port };
      const { report } = succeeded(await profileZoo(zooServer('two-alike'), major, quick, { env }));
      assert.equal(report.load!.url, `http://127.0.0.1:${port}/`);
    });

    test('loads a server of IPv6 alone, though another has its port on IPv4', async () => {
      const other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const env = { PORT: String(port) };
      const { report } = succeeded(await profileZoo(zooServer('ipv6-only'), major, quick, { env }));
      other.close();
      assert.equal(report.load!.url, `http://[::1]:${port}/`);
      assert.equal(report.load!.errors, 0);
    });

    test('loads over a socket file, and leaves none', { skip: process.platform === 'win32' }, () =>
      withFolder({}, async (folder) => {
        const { report } = succeeded(await profileZoo(zooServer('unix-socket'), major, quick));
        assertHot(report, 'unix-socket');
        assert.match(report.load!.url, /^http:\/\/unix:\/.*zoo-socket-\w+\/web\.sock:\/tags$/);
        assert.equal(report.load!.non2xx, 0);
        assert.ok(!existsSync(/unix:(.*):\/tags/.exec(report.load!.url)![1]!));
        assert.deepEqual(readdirSync(folder.path), []);
      }),
    );

    test('loads HTTPS with a certificate of its own, not the port that redirects there', async () => {
      const { report } = succeeded(await profileZoo(zooServer('https-self-signed'), major, quick));
      assert.match(report.load!.url, /^https:\/\/127\.0\.0\.1:\d+\/$/);
      assert.equal(report.load!.non2xx + report.load!.errors, 0);
      assertHot(report, 'https-self-signed');
    });

    test('refuses HTTP/2 alone at once', async () => {
      // Who waits for a port that speaks HTTP/1 never comes back.
      const { report } = await profileZoo(zooServer('http2-only'), major, quick, {
        startTimeoutS: 3600,
      });
      assert.equal(report.failure?.kind, 'http2-only', report.failure?.message);
      assert.match(
        report.failure.message,
        /only HTTP\/2 on http2:\/\/127\.0\.0\.1:\d+, .*allowHTTP1/,
      );
    });

    test('loads the port of the environment and frees it', async () => {
      const port = await freePort();
      const env = { PORT: String(port) };
      const { report } = succeeded(await profileZoo(zooServer('plain-cjs'), major, quick, { env }));
      assert.equal(report.load!.url, `http://127.0.0.1:${port}/`);
      // Throws where something still holds it.
      await freePort(port);
    });
  });
}

/** What a server of `two-alike` begins its answer with. */
function says(title: string): string {
  return `answered 200: ${Array.from(
    { length: 9 },
    (_, n) => `${title} ${n}: ${Math.cbrt(n).toFixed(2)}`,
  )
    .join(' ')
    .slice(0, 79)}…`;
}

testOnce('names the process that holds the port', { skip: process.platform !== 'linux' }, () =>
  withFolder(
    { 'holder.js': plainServer.replace('listen(0', 'listen(+process.argv[2]') },
    async (folder) => {
      const port = await freePort();
      const words = ['holder.js', String(port), '--mine'];
      const holder = spawn(process.execPath, words, { cwd: folder.path, stdio: 'ignore' });
      try {
        await reachable(port);
        const { folder: cwd } = zooServer('plain-cjs');
        const options = lightOptions(cwd, { env: { PORT: String(port) } });
        const sentence = await failureOf(folder, 'port-taken', options);
        assert.match(
          sentence,
          new RegExp(
            `^Port ${port} is taken by process ${holder.pid} \\(.*holder\\.js ${port} --mine\\); end`,
          ),
        );
        assert.equal(holderIn(await portsByLsof(), port), holder.pid);
      } finally {
        holder.kill('SIGKILL');
        await once(holder, 'exit');
      }
    },
  ),
);

testOnce('loads the server of the command, not what it has started before to ask it', () =>
  withFolder(
    {
      'upstream.js': `
        require('http').createServer((request, response) => response.end('upstream'))
          .listen(0, '127.0.0.1', () => process.send('up'));`,
      'server.js': `
        const upstream = require('child_process').fork('upstream.js', { cwd: __dirname });
        upstream.once('message', () => {
          require('http').createServer((request, response) => response.end('mine'))
            .listen(+process.argv[2], '127.0.0.1');
        });`,
    },
    async (folder) => {
      const port = await freePort();
      const command = [process.execPath, 'server.js', String(port)];
      const { report } = succeeded(await lightRun(folder, { command }));
      assert.equal(report.load!.url, `http://127.0.0.1:${port}/`);
      assert.match(
        report.notes.join('\n'),
        /the first in the process closest .* \(--url http:\/\/127\.0\.0\.1:\d+\/ chooses another\)/,
      );
    },
  ),
);

testOnce('says that a port is taken although a port for monitors was opened', () =>
  withFolder(
    {
      'server.js': `
        const http = require('http');
        process.on('uncaughtException', (error) => console.error(error.message));
        http.createServer((request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
        http.createServer((request, response) => response.end()).listen(+process.env.PORT, '127.0.0.1');`,
    },
    async (folder) => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const sentence = await failureOf(folder, 'port-taken', { env: { PORT: String(port) } });
      other.close();
      assert.match(sentence, new RegExp(`^Port ${port} is taken by`));
    },
  ),
);

testOnce('says that a server ended at its first request', () =>
  withFolder(
    {
      'server.js': `
        require('http').createServer(() => { console.error('no template'); process.exit(4); })
          .listen(0, '127.0.0.1');`,
    },
    async (folder) => {
      const sentence = await failureOf(folder, 'target-died');
      assert.match(sentence, /ended with exit code 4 .*first request\. .*no template/s);
    },
  ),
);

testOnce('reads the table of Windows in any language', () => {
  const table = `
Aktive Verbindungen

  Proto  Lokale Adresse         Remoteadresse          Status           PID
  TCP    127.0.0.1:49700        127.0.0.1:3000         HERGESTELLT      77
  TCP    127.0.0.1:3000         127.0.0.1:49700        HERGESTELLT      88
  TCP    0.0.0.0:13000          0.0.0.0:0              ABHÖREN          99
  TCP    [::]:3000              [::]:0                 ABHÖREN          4242\r
`;
  const ports = portsInNetstat(table);
  assert.equal(holderIn(ports, 3000), 4242);
  assert.equal(holderIn(ports, 300), null);
  assert.deepEqual(ports.get(4242), [{ port: 3000, host: '::' }]);
});

function hot(name: ZooName) {
  const server = zooServer(name);
  return (
    server.expect ?? {
      file: `${server.folder}/server.js`,
      marker: '// hot',
      functionName: '',
      minSelf: 0,
    }
  );
}

function assertHot(report: Report, name: ZooName): void {
  const self = hotSelf(report, hot(name));
  assert.ok(self >= hot(name).minSelf, `${name}: ${self}`);
}

/** A free port, or an error where `wanted` is not free. */
async function freePort(wanted = 0): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function reachable(port: number): Promise<void> {
  const { acceptsConnections } = await import('../../src/engine/serving/probe.ts');
  const place = { scheme: 'http', host: '127.0.0.1', port, socketPath: null } as const;
  const end = performance.now() + 10_000;
  while (!(await acceptsConnections(place))) assert.ok(performance.now() < end, 'it listens');
}
