import assert from 'node:assert/strict';
import { inOwnWindow, startServer } from '../../vscode/testWindow.ts';
import { WorkspaceCopy } from '../../vscode/workspaceCopy.ts';

/** The way of somebody who has just installed the extension: no option is given. */

const settings = { 'hotframe.load.warmup': 0.5, 'hotframe.load.duration': 2 };
const vscode = await startServer({ settings });
const example = () => new WorkspaceCopy('example');

inOwnWindow(vscode, 'profiles the example by one choice', example, async (window) => {
  await window.command('Hotframe: Profile Server');
  assert.ok((await window.quickPickRows()).some((row) => row.includes('npm run start')));
  await window.screenshot('first run choice');
  await window.choose('npm run start');
  await window.webview().locator('g.frame').first().waitFor();
  await window.webview().getByText('/invoices/120').first().waitFor();
});

inOwnWindow(
  vscode,
  'asks for another path where the server has none at /, remembers it, and runs',
  () => new WorkspaceCopy('not-found-at-root'),
  async (window) => {
    await window.command('Hotframe: Profile Server');
    await window.choose('npm run start');
    const said = await window.notified('the first was 404');
    assert.match(said, /Check the path/);
    await window.screenshot('not found at root');
    await window.pressButton('the first was 404', 'Choose Another URL…');
    await window.page.locator('.quick-input-widget').filter({ hasText: 'remembered' }).waitFor();
    await window.screenshot('another url');
    await window.answer('The path that is loaded', '/orders');
    await window.webview().locator('g.frame').first().waitFor();
    assert.deepEqual(vscode.server.runProcesses(), []);

    await window.command('Hotframe: Profile With Options…');
    await window.choose('One request');
    const box = window.page.locator('.quick-input-widget input.input');
    await window.until('/orders is remembered', async () => (await box.inputValue()) === '/orders');
  },
);
