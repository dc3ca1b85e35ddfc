import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { openWindow, quickRuns } from '../../vscode/testWindow.ts';
import { ScratchWorkspace } from '../../vscode/workspaceCopy.ts';

/** A folder whose packages have the servers, one of which is slow to listen and has another host's address. */

const address = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address;
const holder = createServer().listen(0, address);
await once(holder, 'listening');
const port = (holder.address() as { port: number }).port;
holder.close();

const slowServer = `
const { createServer } = require('node:http');
function priceList() { let sum = 0; for (let i = 0; i < 500_000; i++) sum += Math.sqrt(i); return sum; }
const server = createServer((request, response) => response.end(String(priceList())));
setTimeout(() => server.listen(${port}), 5000);
`;
const workspace = new ScratchWorkspace({
  'package.json': JSON.stringify({ name: 'shop', private: true, workspaces: ['packages/*'] }),
  'packages/api/package.json': JSON.stringify({
    name: '@shop/api',
    scripts: { prestart: 'node -e 1', start: 'node src/server.js --api-key=canary-of-shop' },
  }),
  'packages/api/src/server.js': slowServer,
  'packages/web/package.json': JSON.stringify({ name: '@shop/web', scripts: { dev: 'vite' } }),
});
const settings = { ...quickRuns, 'hotframe.load.warmup': 0.5, 'hotframe.load.duration': 2 };
const { window, server, step } = await openWindow(workspace, { settings });

step(
  'offers the servers of the packages, and says that it waits for one that is slow',
  async () => {
    await window.command('Hotframe: Profile Server');
    const rows = (await window.quickPickRows()).join('\n');
    assert.match(rows, /@shop\/api: npm run start/);
    await window.screenshot('packages choice');
    await window.choose('@shop/api: npm run start');
    await window.notification(/Waiting for .* to open a port, [3-9] s…/).waitFor();
    await window.screenshot('packages waiting');
    await window.webview().locator('g.frame[aria-label^="priceList"]').first().waitFor();
    await window.notification('Profiling').waitFor({ state: 'detached' });
    assert.deepEqual(server.runProcesses(), []);
  },
);

const otherHost = async (host: string) => {
  await window.command('Hotframe: Choose Another URL and Profile…');
  await window.answer('The path that is loaded', `http://${address}:${port}/`);
  await window.asked('Load will be sent to');
  await window.type('localhost');
  assert.match(
    await window.inputProblem(),
    new RegExp(`which is not this machine. To go on, type ${host}`),
  );
  await window.screenshot('another host asked');
  await window.page.keyboard.press('Escape');
  assert.deepEqual(server.runProcesses(), []);

  for (let run = 0; run < 2; run++) {
    await window.command('Hotframe: Profile Server');
    await window.answer('Load will be sent to', host);
    await window.notification('Measuring').waitFor();
    await window.notification('Profiling').waitFor({ state: 'detached' });
  }
  await window.webview().getByText(`http://${address}:${port}/`).first().waitFor();
  await window.screenshot('another host done');
};
const name = 'loads another host only after its name was typed, and asks again';
if (address === undefined) test(name, { skip: 'this machine has no address beside the loopback' });
else step(name, () => otherHost(address));

step('keeps the secret of the command out of what it writes', async () => {
  await window.command('Hotframe: Show Log');
  assert.ok(!(await window.outputText()).includes('canary-of-shop'));
});
