import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Report } from '../../src/shared/report.ts';
import { lightRun, succeeded, watchRun, withFolder } from './engineHarness.ts';
import { http2Server, httpsServer, plainServer } from './engineServers.ts';

/** At a time, by Little's law, however busy the machine is. */
function requestsWaiting({ load }: Report): number {
  return (load!.reqPerS.mean * load!.latencyMs.mean) / 1000;
}

test('goes through every phase to a report with samples', () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    const { report, profile, phases, timings } = succeeded(await watchRun(folder));
    assert.deepEqual(phases, ['launching', 'warming', 'measuring', 'stopping', 'done']);
    assert.ok(profile);
    assert.ok(report.load!.requests > 10);
    assert.ok(report.sampling!.samples > 10);
    assert.equal(report.load!.reqPerS.samples.length, 1);
    assert.equal(report.target!.node, process.versions.node);
    assert.equal(report.target!.processes[0]!.role, 'main');
    assert.ok(report.sampling!.cpuMicrosPerRequest! > 1);
    assert.ok(report.target!.listenMs! > 1 && report.target!.listenMs! < 20_000);
    assert.ok(timings!.reportReadyNs > timings!.loadEndedNs);
  }));

test('measures without a warm-up', () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    const { phases } = succeeded(await lightRun(folder, { load: { warmupS: 0 } }));
    assert.deepEqual(phases, ['launching', 'measuring', 'stopping', 'done']);
  }));

test('waits for a first answer that takes longer than the warm-up, and leaves it out', () =>
  withFolder(
    {
      // As a development server that compiles what is asked for first.
      'server.js': `
        let compiled;
        require('http').createServer(async (request, response) => {
          compiled ??= new Promise((resolve) => setTimeout(resolve, 3000));
          await compiled;
          response.end('ok');
        }).listen(0);`,
    },
    async (folder) => {
      const { report, phases } = succeeded(await lightRun(folder, { load: { rate: 200 } }));
      assert.deepEqual(phases, ['launching', 'warming', 'measuring', 'stopping', 'done']);
      assert.ok(report.load!.requests > 10, `${report.load!.requests}`);
      assert.ok(report.load!.latencyMs.max < 1500, `${report.load!.latencyMs.max} ms`);
      assert.equal(report.load!.errors, 0);
    },
  ));

test('reports latency and rate of a server that takes 50 ms', () =>
  withFolder(
    {
      'server.js': `
        require('http').createServer((request, response) => {
          setTimeout(() => response.end('slow'), 50);
        }).listen(0);`,
    },
    async (folder) => {
      const { report } = succeeded(await watchRun(folder, { load: { durationS: 2 } }));
      const { latencyMs, reqPerS, errors, non2xx } = report.load!;
      assert.ok(latencyMs.p50 > 49, `p50 is ${latencyMs.p50}`);
      assert.ok(latencyMs.mean > 49, `mean is ${latencyMs.mean}`);
      assert.ok(latencyMs.p99 >= latencyMs.p50 && latencyMs.max >= latencyMs.p99);
      assert.equal(latencyMs.samples?.length, reqPerS.samples.length);
      for (const { p50, p99 } of latencyMs.samples) {
        assert.ok(p50! > 49 && p99! >= p50!, `${p50} and ${p99} ms in a second`);
        assert.ok(p99! <= latencyMs.max, `${p99} of at most ${latencyMs.max} ms`);
      }
      const waiting = requestsWaiting(report);
      // On each of the four connections.
      assert.ok(waiting > 3.4 && waiting < 4.4, `${waiting} requests wait at a time`);
      assert.deepEqual([errors, non2xx], [0, 0]);
    },
  ));

test('keeps the rate that was asked for, with true latencies', () =>
  withFolder(
    {
      'server.js': `
        require('http').createServer((request, response) => {
          setTimeout(() => response.end('slow'), 50);
        }).listen(0);`,
    },
    async (folder) => {
      const { report } = succeeded(await watchRun(folder, { load: { durationS: 2, rate: 10 } }));
      assert.ok(
        report.load!.requests >= 18 && report.load!.requests <= 20,
        `${report.load!.requests}`,
      );
      assert.ok(report.load!.latencyMs.mean > 49, `mean is ${report.load!.latencyMs.mean}`);
    },
  ));

test('begins no further second of a rate as the duration ends', () =>
  withFolder(
    { 'server.js': "require('http').createServer((_, answer) => answer.end()).listen(0);" },
    async (folder) => {
      const { report } = succeeded(await watchRun(folder, { load: { durationS: 2, rate: 50 } }));
      assert.ok(report.load!.requests <= 100, `${report.load!.requests}`);
    },
  ));

test('measures each answer by itself where the server closes every connection', () =>
  withFolder(
    {
      'server.js': `
        require('http').createServer((request, response) => {
          response.setHeader('Connection', 'close');
          setTimeout(() => response.end('bye'), 20);
        }).listen(0);`,
    },
    async (folder) => {
      const { report } = succeeded(await watchRun(folder));
      const { latencyMs, errors } = report.load!;
      assert.equal(errors, 0);
      assert.ok(latencyMs.p50 > 19, JSON.stringify(latencyMs));
      const waiting = requestsWaiting(report);
      // Less than the four connections, since each answer costs one of them a connect.
      assert.ok(waiting > 2 && waiting < 4.4, `${waiting} requests wait at a time`);
    },
  ));

test('sends method, headers, query and body as given', () =>
  withFolder(
    {
      'server.js': `
        require('http').createServer(async (request, response) => {
          const chunks = [];
          for await (const chunk of request) chunks.push(chunk);
          const seen = {
            method: request.method, url: request.url, type: request.headers['content-type'],
            key: request.headers['x-key'], length: request.headers['content-length'],
            body: Buffer.concat(chunks).toString(),
          };
          const wanted = {
            method: 'POST', url: '/orders?limit=5&q=%C3%A9', type: 'application/json',
            key: 'a b', length: '15', body: '{"name":"Zo\\u00eb"}',
          };
          const fits = JSON.stringify(seen) === JSON.stringify(wanted);
          response.statusCode = fits ? 200 : 400;
          response.end(JSON.stringify(seen));
        }).listen(0);`,
    },
    async (folder) => {
      const { report } = succeeded(
        await lightRun(folder, {
          load: {
            url: '/orders?limit=5&q=é',
            method: 'POST',
            headers: { 'content-type': 'application/json', 'X-Key': 'a b', 'content-length': '1' },
            body: '{"name":"Zo\u00eb"}',
          },
        }),
      );
      assert.equal(report.load!.non2xx, 0);
      assert.ok(report.load!.url.endsWith('/orders?limit=5&q=%C3%A9'));
    },
  ));

test('answers to HEAD are counted, since they have no body', () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    const { report } = succeeded(await lightRun(folder, { load: { method: 'HEAD', rate: 200 } }));
    assert.ok(report.load!.requests > 10);
    assert.equal(report.load!.errors, 0);
  }));

test('counts requests that time out', () =>
  withFolder(
    {
      'server.js': `
        let asked = 0;
        require('http').createServer((request, response) => {
          if (++asked % 5) response.end('quick');
        }).listen(0);`,
    },
    async (folder) => {
      const load = { timeoutS: 0.3, connections: 2 };
      const { report } = succeeded(await watchRun(folder, { load }));
      const { timeouts, errors, warnings } = report.load!;
      assert.ok(timeouts >= 2 && timeouts <= 10, `${timeouts} timeouts`);
      assert.equal(errors, timeouts, warnings.join());
      assert.match(warnings.join(), /requests timed out and are not in the latencies/);
    },
  ));

test('sends a list of requests in turn', () =>
  withFolder(
    {
      'server.js': `
        require('http').createServer((request, response) => {
          response.statusCode = request.url === '/missing' ? 404 : 200;
          response.end();
        }).listen(0);`,
    },
    async (folder) => {
      const requests = ['/a', '/b', '/c', '/missing'].map((path) => ({
        method: 'GET',
        path,
        headers: {},
      }));
      const { report } = succeeded(await lightRun(folder, { load: { requests } }));
      const share = report.load!.non2xx / report.load!.requests;
      assert.ok(Math.abs(share - 0.25) < 0.05, `a share of ${share} is 404`);
      assert.match(report.load!.warnings[0]!, /answers were not 2xx \(the first was 404\)/);
    },
  ));

test('loads the first HTTP server and tells of the others', () =>
  withFolder(
    {
      'server.js': `
        const http = require('http');
        require('net').createServer(() => {}).listen(0, '127.0.0.1');
        http.createServer((request, response) => response.end()).listen(0, '127.0.0.1', () => {
          http.createServer((request, response) => { response.statusCode = 500; response.end(); })
            .listen(0, '127.0.0.1');
        });`,
    },
    async (folder) => {
      const { report } = succeeded(await lightRun(folder));
      assert.equal(report.load!.non2xx, 0);
      assert.match(report.notes.join(), /listens on tcp:.*http:.*http:.*the load went to http:/);
    },
  ));

test('loads the server on the port that the URL names, as that host', () =>
  withFolder(
    {
      'server.js': `
        const http = require('http');
        http.createServer((request, response) => { response.statusCode = 500; response.end(); })
          .listen(0, '127.0.0.1', () => {
            http.createServer((request, response) => {
              response.statusCode = request.headers.host.startsWith('localhost:') ? 200 : 421;
              response.end();
            }).listen(Number(process.argv[2]), '127.0.0.1');
          });`,
    },
    async (folder) => {
      const port = await freePort();
      const { report } = succeeded(
        await lightRun(folder, {
          command: [process.execPath, 'server.js', String(port)],
          load: { url: `http://localhost:${port}/there` },
        }),
      );
      assert.equal(report.load!.url, `http://127.0.0.1:${port}/there`);
      assert.equal(report.load!.non2xx, 0);
    },
  ));

test('loads HTTPS with a self-signed certificate', () =>
  withFolder({ 'server.js': httpsServer }, async (folder) => {
    const { report } = succeeded(await lightRun(folder, { load: { rate: 200 } }));
    assert.match(report.load!.url, /^https:/);
    assert.ok(report.load!.requests > 5);
    assert.equal(report.load!.errors, 0);
  }));

test('loads an HTTP/2 server that accepts HTTP/1.1', () =>
  withFolder({ 'server.js': http2Server(true) }, async (folder) => {
    const { report } = succeeded(await lightRun(folder));
    assert.match(report.load!.url, /^https:/);
    assert.equal(report.load!.non2xx, 0);
  }));

test('loads a server that tells HTTP from other protocols itself', () =>
  withFolder(
    {
      'server.js': `
        const http = require('http').createServer((request, response) => response.end());
        require('net').createServer((socket) => http.emit('connection', socket)).listen(0);`,
    },
    async (folder) => {
      const { report } = succeeded(await lightRun(folder));
      assert.equal(report.load!.non2xx, 0);
    },
  ));

test('reports the address and the processes of a cluster', () =>
  withFolder(
    {
      'server.js': `
        const cluster = require('cluster');
        if (cluster.isPrimary) { cluster.fork(); cluster.fork(); }
        else {
          require('http').createServer((request, response) => {
            let sum = 0;
            for (let i = 0; i < 20000; i++) sum += Math.sqrt(i);
            response.end(String(sum));
          }).listen(0, '127.0.0.1');
        }`,
    },
    async (folder) => {
      const { report } = succeeded(await watchRun(folder));
      assert.match(report.load!.url, /^http:\/\/127\.0\.0\.1:[1-9]/);
      const children = report.target!.processes.filter(({ role }) => role === 'child');
      assert.equal(children.length, 2);
      assert.ok(children.every(({ samples }) => samples > 50));
    },
  ));

test('samples the child of a launcher that hands its flags on', () =>
  withFolder(
    {
      'server.ts': `
        import { createServer } from 'node:http';
        const answer: string = 'typed';
        createServer((_request, response) => response.end(answer)).listen(0);`,
    },
    async (folder) => {
      const tsx = join(import.meta.dirname, '../../node_modules/.bin/tsx');
      const { report } = succeeded(await watchRun(folder, { command: [tsx, 'server.ts'] }));
      assert.ok(report.sampling!.samples > 10);
    },
  ));

test('keeps the deoptimizations that V8 prints out of the output', () =>
  withFolder(
    {
      'server.js': `
        const read = (point) => point.x;
        function churn() { for (let i = 0; i < 1e5; i++) read({ x: i }); }
        for (let i = 0; i < 20; i++) churn();
        for (let i = 0; i < 9; i++) { read({ ['k' + i]: 1, x: 'text' }); churn(); }
        console.log('ready');
        require('http').createServer((request, response) => response.end()).listen(0);`,
    },
    async (folder) => {
      const { output } = succeeded(await lightRun(folder));
      assert.equal(output, 'ready\n');
    },
  ));

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
