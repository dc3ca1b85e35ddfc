import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { detail, once } from '../support/detail.ts';
import { failureOf, lightRun, withFolder } from './engineHarness.ts';
import { http2Server, plainServer } from './engineServers.ts';

const isWindows = process.platform === 'win32';

once('says that a command is not there', () =>
  withFolder({}, async (folder) => {
    const byName = await failureOf(folder, 'command-not-found', { command: ['no-such-program'] });
    assert.match(byName, /`no-such-program` was not found .*PATH/);
    const byPath = await failureOf(folder, 'command-not-found', { command: ['./nothing/here'] });
    assert.match(byPath, /`\.\/nothing\/here` was not found/);
    const node = await failureOf(folder, 'command-not-found', { node: '/no/such/node' });
    assert.match(node, /`\/no\/such\/node` was not found/);
  }),
);

once('says that a binary may not be run', { skip: isWindows }, () =>
  withFolder({ binary: 'data', 'server.js': '' }, async (folder) => {
    const sentence = await failureOf(folder, 'command-not-found', { node: './binary' });
    assert.match(sentence, /binary could not be started .*EACCES/);
  }),
);

once('says that the folder is not there', () =>
  withFolder({}, async (folder) => {
    const cwd = join(folder.path, 'gone');
    assert.match(await failureOf(folder, 'command-not-found', { cwd }), /gone .*does not exist/);
  }),
);

once('says that a program of another language can not be sampled', { skip: isWindows }, () =>
  withFolder({ 'bin/python3': '#!/bin/sh\n' }, async (folder) => {
    chmodSync(join(folder.path, 'bin/python3'), 0o755);
    const command = ['./bin/python3', 'app.py'];
    const sentence = await failureOf(folder, 'not-a-node-command', { command });
    assert.match(sentence, /`\.\/bin\/python3` is not a Node\.js command.*the node command itself/);
  }),
);

once('refuses a Node.js that is too old', { skip: isWindows }, () =>
  withFolder({ node: '#!/bin/sh\necho v16.20.2\n', 'server.js': '' }, async (folder) => {
    chmodSync(join(folder.path, 'node'), 0o755);
    const sentence = await failureOf(folder, 'node-too-old', { command: ['./node', 'server.js'] });
    assert.match(sentence, /is Node\.js 16\.20\.2, and sampling needs 18 or newer/);
  }),
);

once('shows the last output of a server that ends before it listens', () =>
  withFolder(
    { 'server.js': 'console.error("no database at db:5432"); process.exit(7);' },
    async (folder) => {
      const sentence = await failureOf(folder, 'exited-before-listening');
      assert.match(sentence, /ended with exit code 7 before it listened/);
      assert.match(sentence, /no database at db:5432/);
    },
  ),
);

once('shows the error of a server that throws at start', () =>
  withFolder({ 'server.js': 'throw new Error("bad configuration")' }, async (folder) => {
    assert.match(await failureOf(folder, 'exited-before-listening'), /bad configuration/);
  }),
);

once('says that no port was opened in time', () =>
  withFolder({ 'server.js': 'setInterval(() => {}, 1000)' }, async (folder) => {
    const sentence = await failureOf(folder, 'port-never-opened', { startTimeoutS: 1 });
    assert.match(sentence, /opened no port for HTTP within 1 s.*--start-timeout.*printed nothing/s);
  }),
);

once('says which port was opened instead of the one in the URL', () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    const options = { startTimeoutS: 3, load: { url: 'http://localhost:9/' } };
    const sentence = await failureOf(folder, 'port-never-opened', options);
    assert.match(sentence, /opened no port 9 within 3 s\. It listens on http:\/\/127\.0\.0\.1:\d+/);
  }),
);

once('does not wait to the end for a port that the server shows no sign of opening', () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    const options = { startTimeoutS: 60, load: { url: 'http://localhost:9/' } };
    const sentence = await failureOf(folder, 'port-never-opened', options);
    assert.match(sentence, /opened no port 9 within 1\d s\. It listens on http/);
  }),
);

once('says that a server speaks only HTTP/2', () =>
  withFolder({ 'server.js': http2Server(false) }, async (folder) => {
    const sentence = await failureOf(folder, 'http2-only', { startTimeoutS: 3 });
    assert.match(sentence, /only HTTP\/2 on http2:\/\/127\.0\.0\.1:\d+.*allowHTTP1.*`request`/);
  }),
);

detail('says so too of one that begins to listen at the end of the time', () =>
  withFolder(
    // Since the start of its process: loading Node.js takes a second of its own on a busy machine.
    { 'server.js': `setTimeout(() => { ${http2Server(false)} }, 4_020 - performance.now());` },
    async (folder) => {
      const sentence = await failureOf(folder, 'http2-only', { startTimeoutS: 6 });
      assert.match(sentence, /only HTTP\/2/);
    },
  ),
);

once('says who holds the port', () =>
  withFolder(
    {
      'server.js': `require('http').createServer(() => {}).listen(Number(process.argv[2]), '127.0.0.1')`,
    },
    async (folder) => {
      const holder = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => holder.once('listening', resolve));
      const { port } = holder.address() as AddressInfo;
      const command = [process.execPath, 'server.js', String(port)];
      const sentence = await failureOf(folder, 'port-taken', { command });
      holder.close();
      assert.match(sentence, new RegExp(`Port ${port} is taken by`));
      if (process.platform === 'linux')
        assert.match(sentence, new RegExp(`process ${process.pid}`));
    },
  ),
);

once('lets a server take another port when its first is taken', () =>
  withFolder(
    {
      'server.js': `
        const server = require('http').createServer((request, response) => response.end());
        server.on('error', () => server.listen(0, '127.0.0.1'));
        server.listen(Number(process.argv[2]), '127.0.0.1');`,
    },
    async (folder) => {
      const holder = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => holder.once('listening', resolve));
      const { port } = holder.address() as AddressInfo;
      const command = [process.execPath, 'server.js', String(port)];
      const { report } = await lightRun(folder, { command });
      holder.close();
      assert.equal(report.failure, null);
    },
  ),
);

once('stops after the warm-up when no answer is 2xx, with status and body', () =>
  withFolder(
    {
      'server.js': `
        require('http').createServer((request, response) => {
          response.statusCode = 404;
          response.end('no such page');
        }).listen(0);`,
    },
    async (folder) => {
      const { report, phases } = await lightRun(folder, { load: { url: '/nowhere' } });
      assert.equal(report.failure?.kind, 'not-2xx');
      assert.match(report.failure.message, /\/nowhere was 2xx: the first was 404 .*no such page/);
      assert.ok(!phases.includes('measuring'));
      const unwarmed = await failureOf(folder, 'not-2xx', { load: { warmupS: 0 } });
      assert.match(unwarmed, /404/);
    },
  ),
);

once('says how a server died under load, at once', () =>
  withFolder(
    {
      'server.js': `
        let answers = 0;
        require('http').createServer((request, response) => {
          if (++answers === 200) { console.error('out of luck'); process.exit(3); }
          response.end();
        }).listen(0);`,
    },
    async (folder) => {
      // Who waits for the end of the load never comes back.
      const sentence = await failureOf(folder, 'target-died', {
        load: { durationS: 3600, rate: 400 },
      });
      assert.match(sentence, /ended with exit code 3 while it was under load.*out of luck/s);
    },
  ),
);

once('says which signal ended a server under load', { skip: isWindows }, () =>
  withFolder(
    {
      'server.js': `
        let answers = 0;
        require('http').createServer((request, response) => {
          if (++answers === 200) process.kill(process.pid, 'SIGKILL');
          response.end();
        }).listen(0);`,
    },
    async (folder) => {
      const sentence = await failureOf(folder, 'target-died', {
        load: { durationS: 30, rate: 400 },
      });
      assert.match(sentence, /by signal SIGKILL/);
    },
  ),
);

once('says why no answer came', () =>
  withFolder(
    {
      'server.js': `
        const server = require('http').createServer(() => {});
        server.on('connection', (socket) => socket.destroy());
        server.listen(0);`,
    },
    async (folder) => {
      const sentence = await failureOf(folder, 'load-could-not-connect');
      assert.match(sentence, /no answer from http:.*(closed the connection|ECONNRESET)/);
    },
  ),
);

once('says that a silent server gave no answer', () =>
  withFolder(
    { 'server.js': `require('http').createServer(() => {}).listen(0)` },
    async (folder) => {
      const sentence = await failureOf(folder, 'answers-time-out', { startTimeoutS: 3 });
      assert.match(sentence, /No request to http:.* was answered, the last not within 3 s/);
    },
  ),
);

once('refuses to load another host before it starts anything', () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    const load = { url: 'http://192.0.2.1:3000/' };
    const sentence = await failureOf(folder, 'remote-host', { load });
    assert.match(sentence, /192\.0\.2\.1 is not this machine/);
  }),
);

once('says that the load process died', { skip: process.platform !== 'linux' }, () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    const { report } = await lightRun(folder, { load: { durationS: 30 } }, ({ phase }) => {
      if (phase !== 'measuring') return;
      const load = folder.processes().find((line) => line.includes('loadWorker'));
      process.kill(Number.parseInt(load!), 'SIGKILL');
    });
    assert.equal(report.failure?.kind, 'load-process-died');
    assert.match(report.failure.message, /ended early \(SIGKILL\)/);
  }),
);
