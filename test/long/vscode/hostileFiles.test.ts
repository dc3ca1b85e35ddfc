import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { profileOfScripts } from '../../support/scriptsProfile.ts';
import { gzipBomb, noPipes, strangeFiles } from '../../support/strangeFiles.ts';
import { dropFile } from '../../vscode/dropFile.ts';
import { openByDefault, reopenWithHotframe } from '../../vscode/openWith.ts';
import { writeSavedRun } from '../../vscode/savedProfile.ts';
import { openWindow } from '../../vscode/testWindow.ts';
import { ScratchWorkspace } from '../../vscode/workspaceCopy.ts';

/** Files that were made to be waited for, to fill the memory or to show others, by each way to open one. */

const workspace = new ScratchWorkspace({ '.env': 'TOKEN=ANOTHERS_TEXT' });
const folder = workspace.path;
const saved = writeSavedRun(folder);
// The head of a pprof, and then its samples: 40 million of them.
const samples = gzipBomb(Buffer.from([0x0a, 4, 8, 1, 16, 2]), Buffer.from([0x12, 0]), 40e6);
writeFileSync(join(folder, 'samples.pb.gz'), samples);
const hostile = profileOfScripts([`file://${folder}/../../etc/passwd`, `${folder}/.env`]);
writeFileSync(join(folder, 'hostile.cpuprofile'), JSON.stringify(hostile));
const { window, step } = await openWindow(workspace);

async function open(path: string): Promise<void> {
  await window.command('Hotframe: Open Profile…');
  await window.chooseFile('Open Profile', path);
}

/** What is shown is the saved run as before. */
async function showsSavedRun(): Promise<void> {
  await window.clearNotifications();
  await window.webview().locator('g.frame[aria-label^="price"]').first().waitFor();
}

step('refuses what would fill the memory, and goes on', async () => {
  await open(saved);
  await showsSavedRun();
  await open(join(folder, 'samples.pb.gz'));
  await window.notified(/samples\.pb\.gz can't be opened: it would take more memory/);
  await showsSavedRun();
});

if (!noPipes) {
  step('refuses a pipe and a device that are dropped, at once', async () => {
    using strange = strangeFiles();
    for (const path of [strange.pipe, strange.zero]) {
      await dropFile(window, path);
      await window.notified(/can't be opened[,:] it is a/, 10_000);
      await showsSavedRun();
    }
  });
}

step('shows no text of files that a profile in a tab names', async () => {
  await openByDefault(window, 'hostile.cpuprofile');
  await reopenWithHotframe(window);
  await window.webview().locator('tr').filter({ hasText: '.env:1' }).first().waitFor();
  const shown = await window.webview().locator('body').innerText();
  assert.doesNotMatch(shown, /ANOTHERS_TEXT|root:x/);
  await window.screenshot('hostile profile dark');
});
