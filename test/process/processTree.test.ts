import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { runFolderVariable, stopTree } from '../../src/engine/processes/processTree.ts';

/** Ignores every request to end, in a group of its own, with memory that takes time to be freed. */
const stubborn = `
  for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => {});
  globalThis.memory = Buffer.alloc(200_000_000, 1);
  const server = require('node:net').createServer().listen(0, '127.0.0.1', () => {
    console.log(server.address().port);
  });
  setTimeout(() => process.exit(), 60_000).unref();
`;

// Elsewhere processes outside the group are known by what they tell.
const onLinux = { skip: process.platform !== 'linux' };

test('has ended servers and freed their ports when it says so', onLinux, async () => {
  const runFolder = '/a folder of this test alone';
  const env = { ...process.env, [runFolderVariable]: runFolder };
  const servers = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['-e', stubborn], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
      env,
    }),
  );
  const ports = await Promise.all(
    servers.map(async ({ stdout }) => {
      const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string];
      return Number(line);
    }),
  );
  await stopTree({ root: null, runFolder });
  const answers = ports.map(async (port) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await assert.rejects(once(socket, 'connect'), { code: 'ECONNREFUSED' });
  });
  await Promise.all(answers);
});
