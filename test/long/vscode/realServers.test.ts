import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scenarioFile } from '../../../src/shared/scenario.ts';
import type { VsCodePage } from '../../support/vscodePage.ts';
import { markedLine } from '../../support/zoo.ts';
import { inOwnWindow, quickRuns, startServer } from '../../vscode/testWindow.ts';
import { WorkspaceCopy } from '../../vscode/workspaceCopy.ts';

/** Servers that need a person's word: which one is meant, where it is stuck, who logs in. */

const settings = { ...quickRuns, 'hotframe.load.warmup': 0.5, 'hotframe.load.duration': 1.5 };
const vscode = await startServer({ settings });
const { server } = vscode;

function scenario(program: string, login: string): string {
  const customer = {
    launch: ['node', program],
    connections: 4,
    duration: 1.5,
    warmup: 0.5,
    setup: [{ method: 'POST', path: login, capture: { token: '/token' } }],
    headers: { authorization: 'Bearer {{token}}' },
    requests: [{ path: '/' }],
  };
  return JSON.stringify({ scenarios: { customer } }, null, 2);
}

async function measured(window: VsCodePage): Promise<void> {
  await window.notification('Measuring').waitFor();
  await window.statusItem('Hotframe:').waitFor({ state: 'detached' });
  await window.statusItem(/req\/s, [\d.]+ m?s/).waitFor();
  assert.deepEqual(server.runProcesses(), []);
}

inOwnWindow(
  vscode,
  'asks which of two servers is meant, and remembers it where their ports change',
  () => new WorkspaceCopy('two-alike'),
  async (window) => {
    await window.command('Hotframe: Profile Server');
    await window.choose('server.js');
    const said = await window.notified('2 servers that answer / alike');
    assert.match(said, /alike: http:\S+, http:\S+\. Choose the one to load\.$/);
    await window.screenshot('several servers dark');
    await window.pressButton('2 servers', 'Choose Server…');
    const rows = await window.quickPickRows();
    assert.equal(rows.length, 2);
    assert.match(rows[0]!, /http:\/\/127\.0\.0\.1:\d+\/.*answered 200: shop 0/);
    assert.match(rows[1]!, /answered 200: office 0/);
    await window.screenshot('several servers choice dark');
    await window.choose('office 0');
    await measured(window);
    await window.webview().locator('g.frame[aria-label^="priceList"]').first().waitFor();
    await window.command('Hotframe: Profile Server Again');
    await measured(window);
    assert.equal(await window.notification('2 servers').count(), 0);
  },
);

inOwnWindow(
  vscode,
  'says where a server is stuck, and goes there',
  () => new WorkspaceCopy('hangs'),
  async (window, folder) => {
    const line = markedLine(join(folder, 'server.js'), '// hot');
    await window.command('Hotframe: Profile Server');
    await window.choose('server.js');
    const said = await window.notified('its event loop was blocked');
    assert.match(said, new RegExp(`(?:[89]\\d|100) % of that time went to server\\.js:${line}\\.`));
    assert.deepEqual(await window.buttons('event loop'), [
      `Go to server.js:${line}`,
      'Show Output',
    ]);
    await window.screenshot('blocked dark');
    await window.pressButton('event loop', `Go to server.js:${line}`);
    await window.lineNoted('server.js', line, /^([89]\d\.\d|100) %/);
    assert.equal(await window.activeLine('server.js'), line);
    await window.screenshot('blocked line dark');
    assert.deepEqual(server.runProcesses(), []);
  },
);

inOwnWindow(
  vscode,
  'logs in by a scenario, which is read again for another run',
  () => new WorkspaceCopy('wants-login'),
  async (window, folder) => {
    const file = join(folder, scenarioFile);
    mkdirSync(dirname(file));
    copyFileSync(join(folder, 'server.js'), join(folder, 'old.js'));
    writeFileSync(file, scenario('old.js', '/log-in'));
    await window.command('Hotframe: Profile Server');
    await window.choose('customer');
    const said = await window.notified('The setup request POST /log-in');
    assert.match(said, /was answered with 401\. Check its path, headers and body/);
    await window.screenshot('log-in failed dark');
    await window.clearNotifications();

    writeFileSync(file, scenario('server.js', '/login'));
    await window.command('Hotframe: Profile Server Again');
    await measured(window);
    await window.webview().getByText('node server.js').first().waitFor();
    await window.webview().getByText('scenario customer').first().waitFor();
  },
);
