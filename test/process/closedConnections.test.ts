import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { runLoadPhase } from '../../src/engine/load/loadPhase.ts';
import type { LoadDone } from '../../src/shared/loadWire.ts';

const connections = 2;

/** A short load in this process, which the server shares. */
async function loadOf(answer: RequestListener): Promise<LoadDone> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return await runLoadPhase(
      {
        ...{ type: 'start', origin: `http://127.0.0.1:${port}`, socketPath: null, connections },
        requests: [{ method: 'GET', path: '/', headers: {} }],
        ...{ durationS: 0.5, pipelining: 1, rate: null, timeoutS: 5, checksCertificate: false },
      },
      () => {},
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a connection that the server closes without an answer is an error, also after others', async () => {
  let [asked, closed] = [0, 0];
  const { requests, errors, timeouts, firstError } = await loadOf((request, response) => {
    asked++;
    // Twice in a row, so that a new connection is closed at once too.
    if (asked % 10 < 2) {
      closed++;
      request.socket.destroy();
    } else response.end('ok');
  });
  assert.ok(closed > 2 && requests > 0, `${closed} closed, ${requests} answered`);
  assert.ok(Math.abs(errors - closed) <= connections, `${errors} errors, ${closed} closed`);
  assert.equal(timeouts, 0);
  assert.match(firstError ?? '', /closed the connection without an answer|ECONNRESET/);
});

test('a connection that the server closes as it said is no error', async () => {
  const { requests, errors, firstError } = await loadOf((_request, response) => {
    response.setHeader('connection', 'close');
    response.end('ok');
  });
  assert.ok(requests > 0);
  assert.equal(errors, 0, firstError ?? '');
});
