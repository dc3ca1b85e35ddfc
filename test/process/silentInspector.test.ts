import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { describe, test } from 'node:test';
import { WebSocketServer } from 'ws';
import { inspectorOn } from '../../src/engine/attach/inspectorAddress.ts';
import { attach, attachFailure } from './attachTargets.ts';
import { reserveInspectorPort } from '../support/inspectorPort.ts';

await reserveInspectorPort();

/** What is on the port of an inspector and is none: everything that asks it has a deadline and can be cancelled. */

type Silent =
  /** Accepts connections alone. */
  | 'tcp'
  /** Begins an answer. */
  | 'headers'
  /** Goes on with an answer a byte at a time. */
  | 'drip'
  /** Says where its WebSocket is, and does not open it. */
  | 'upgrade'
  /** Opens it, and answers nothing there. */
  | 'commands'
  /** Answers until the profiler runs. */
  | 'profile';

interface FakeInspector extends AsyncDisposable {
  port: number;
  /** Resolves when it has got as far as it goes. */
  reached: Promise<void>;
}

const facts = {
  ...{ pid: process.pid, node: process.versions.node, v8: process.versions.v8, uptimeS: 1 },
  ...{ execPath: process.execPath, execArgv: [], argv: ['node'], cwd: process.cwd(), env: {} },
};

async function silentInspector(kind: Silent): Promise<FakeInspector> {
  let reach = (): void => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const server: Server =
    kind === 'tcp' ? createTcpServer(() => reach()) : httpInspector(kind, reach);
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  const { port } = server.address() as AddressInfo;
  return { port, reached, [Symbol.asyncDispose]: stop };
}

function httpInspector(kind: Silent, reached: () => void): Server {
  const server = createServer((_, response) => {
    const { port } = server.address() as AddressInfo;
    response.setHeader('content-type', 'application/json');
    if (kind === 'headers' || kind === 'drip') {
      response.flushHeaders();
      reached();
      if (kind === 'drip') {
        const drops = setInterval(() => response.write(' '), 100);
        response.once('close', () => clearInterval(drops));
      }
      return;
    }
    response.end(JSON.stringify([{ webSocketDebuggerUrl: `ws://127.0.0.1:${port}/id` }]));
  });
  if (kind === 'upgrade') server.on('upgrade', () => reached());
  else {
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket) => {
      if (kind === 'commands') reached();
      let isSilent = kind === 'commands';
      socket.on('message', (data: Buffer) => {
        const { id, method, params } = JSON.parse(data.toString()) as Asked;
        if (method === 'Profiler.start') {
          isSilent = true;
          reached();
        }
        const value = params?.expression?.includes('process.pid') ? facts : 1;
        if (!isSilent) socket.send(JSON.stringify({ id, result: { result: { value } } }));
      });
    });
  }
  return server;
}

interface Asked {
  id: number;
  method: string;
  params?: { expression?: string };
}

describe('an inspector that is silent', { concurrency: true }, () => {
  for (const kind of ['tcp', 'headers', 'drip'] as const) {
    test(`is none where it does not say where it is (${kind})`, { timeout: 8000 }, async () => {
      await using fake = await silentInspector(kind);
      assert.equal(await inspectorOn({ host: '127.0.0.1', port: fake.port }), null);
    });
  }

  for (const kind of ['upgrade', 'commands', 'profile'] as const) {
    test(`ends the run in a sentence (${kind})`, { timeout: 25_000 }, async () => {
      await using fake = await silentInspector(kind);
      assert.match(
        await attachFailure('inspector-not-opened', { port: fake.port }, { load: null }),
        new RegExp(`^Process ${process.pid} does not answer on port ${fake.port}, where its insp`),
      );
    });
  }

  for (const kind of ['tcp', 'headers', 'drip', 'upgrade', 'commands', 'profile'] as const) {
    test(`is left at once where the run is cancelled (${kind})`, { timeout: 6000 }, async () => {
      await using fake = await silentInspector(kind);
      let cancelledMs = 0;
      const { report } = await attach({ port: fake.port }, { load: null }, (state, abort) => {
        if (state.phase !== 'attaching') return;
        void fake.reached.then(() => {
          cancelledMs = performance.now();
          abort.abort();
        });
      });
      const tookMs = performance.now() - cancelledMs;
      assert.equal(report.failure?.kind, 'cancelled');
      assert.ok(cancelledMs > 0 && tookMs < 3000, `${Math.round(tookMs)} ms`);
    });
  }
});
