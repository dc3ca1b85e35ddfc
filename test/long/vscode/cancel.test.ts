import assert from 'node:assert/strict';
import { profileWithOptions } from '../../vscode/profileWithOptions.ts';
import { openWindow } from '../../vscode/testWindow.ts';
import { WorkspaceCopy } from '../../vscode/workspaceCopy.ts';

/** A run that is given up, in each of its phases and in each way there is. */

const slow = new WorkspaceCopy('slow-start');
const { window, server, step } = await openWindow(slow, {
  settings: { 'hotframe.load.warmup': 5 },
});

async function leavesNothing(): Promise<void> {
  await window.statusItem('Hotframe:').waitFor({ state: 'detached' });
  assert.deepEqual(server.runProcesses(), []);
  assert.deepEqual(server.runFolders(), []);
  await window.notification('Profiling').waitFor({ state: 'detached' });
}

step('stops while it is measuring, by a click on the status bar', async () => {
  await profileWithOptions(window, { launch: 'server.js', path: '/', seconds: 30 });
  await window.notification('Measuring').waitFor();
  await window.statusItem('req/s').click();
  await leavesNothing();
});

step('stops while the server is launching, by the button of the notification', async () => {
  await profileWithOptions(window, { path: '/', seconds: 30 });
  await window.statusItem('launching').waitFor();
  await window.until('the server runs', () => Promise.resolve(server.runProcesses().length > 0));
  await window.pressButton('Profiling', 'Cancel');
  await leavesNothing();
});

step('stops while it is warming up, by the command', async () => {
  await profileWithOptions(window, { path: '/', seconds: 30 });
  await window.statusItem('warming up').waitFor();
  await window.command('Hotframe: Stop');
  await leavesNothing();
});
