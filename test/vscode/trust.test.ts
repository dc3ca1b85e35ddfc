import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openWindow, quickRuns } from './testWindow.ts';
import { WorkspaceCopy } from './workspaceCopy.ts';
import { writeSavedRun } from './savedProfile.ts';

/** Restricted Mode from the first look at a saved profile to the first run. */

const plain = new WorkspaceCopy('plain-cjs');
writeSavedRun(plain.path);
const { window, server, step } = await openWindow(plain, {
  settings: {
    ...quickRuns,
    ...{ 'hotframe.load.warmup': 0, 'hotframe.load.duration': 1 },
    'security.workspace.trust.enabled': true,
  },
});

step('opens a saved profile in Restricted Mode, with its hot lines', async () => {
  await window.command('Hotframe: Open Profile…');
  await window.chooseFile('Open Profile', join(plain.path, 'saved.cpuprofile'));
  await window.webview().locator('g.frame[aria-label^="price"]').first().waitFor();
  await window.openFile('app.js');
  await window.lineNoted('app.js', 9, /^60\.0 %/);
  await window.screenshot('restricted profile dark');
});

step('launches nothing in Restricted Mode, and says why', async () => {
  await window.command('Hotframe: Profile Server');
  assert.match(await window.notified('not trusted'), /trust the workspace and run again/);
  assert.deepEqual(server.runProcesses(), []);
  await window.screenshot('restricted dark');
  await window.clearNotifications();
});

step('launches nothing by the other commands either', async () => {
  for (const command of ['Profile Server Again', 'Profile With Options…', 'Attach and Profile']) {
    // VS Code shows no more than three notifications within 0.8 s.
    await window.page.waitForTimeout(300);
    await window.command(`Hotframe: ${command}`);
    await window.notified('This workspace is not trusted');
    assert.deepEqual(server.runProcesses(), []);
    await window.clearNotifications();
  }
});

step('profiles as soon as the workspace is trusted, without a reload', async () => {
  const marked = window.page.evaluate(() => Object.assign(globalThis, { isSameWindow: true }));
  await marked.catch(() => undefined);
  await window.command('Hotframe: Profile Server');
  await window.pressButton('not trusted', 'Manage Workspace Trust');
  await window.page.getByText('You are in Restricted Mode').first().waitFor();
  const trust = window.page.locator('.workspace-trust-editor .monaco-button');
  await trust
    .filter({ hasText: /^Trust$/ })
    .first()
    .click();
  await window.page.getByText('You trust this').first().waitFor();
  await window.command('Hotframe: Profile Server');
  await window.choose('server.js');
  await window.statusItem('Hotframe:').waitFor();
  await window.webview().locator('g.frame').filter({ hasText: 'commonPairs' }).first().waitFor();
  assert.equal(await window.page.evaluate(() => 'isSameWindow' in globalThis), true);
});
