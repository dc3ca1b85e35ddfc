import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { isAlive } from '../../src/engine/processes/processTable.ts';
import { runToEnd } from '../../src/engine/processes/runToEnd.ts';

/** Tells a server its pid, and ends half a second after it is asked to. */
const slowToEnd = `
process.once('SIGTERM', () => setTimeout(() => process.exit(), 500));
require('http').get(process.argv[1] + process.pid);
setTimeout(() => {}, 20_000);
`;

test('an aborted program has ended when its result is there', async (context) => {
  const server = createServer().listen(0, '127.0.0.1');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const abort = new AbortController();
  const running = runToEnd(process.execPath, ['-e', slowToEnd, url], { signal: abort.signal });
  const [request] = await once(server, 'request');
  const pid = Number(request.url.slice(1));
  assert.ok(isAlive(pid));
  abort.abort();
  const { error, hasStarted } = await running;
  assert.ok(!isAlive(pid), 'it has ended');
  assert.ok(hasStarted && error);
});

test('a program that is not there is told from one that fails', async () => {
  const missing = await runToEnd('/not/there', [], {});
  assert.ok(!missing.hasStarted && missing.error);
  const failed = await runToEnd(process.execPath, ['-e', 'process.exit(3)'], {});
  assert.ok(failed.hasStarted && failed.error);
  const well = await runToEnd(process.execPath, ['-p', '1 + 1'], {});
  assert.deepEqual([well.error, well.stdout.trim()], [null, '2']);
});
