import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { enlargeLog } from '../../bench/largeLog.ts';
import { dropFile } from '../../vscode/dropFile.ts';
import { openByDefault, reopenWithHotframe } from '../../vscode/openWith.ts';
import { openWindow } from '../../vscode/testWindow.ts';
import { ScratchWorkspace } from '../../vscode/workspaceCopy.ts';

/** What other profilers have written of a program in the workspace, opened in each way there is. */

const fixtures = resolve(import.meta.dirname, '../../fixtures/imports');
const programOf = (name: string) => readFileSync(join(fixtures, 'program', name), 'utf8');
const workspace = new ScratchWorkspace({
  'app.js': programOf('app.js'),
  'lib.js': programOf('lib.js'),
  'package.json': '{"name":"shop"}',
  'isolate-0x5-5-broken.log': 'v8-version,11\nnothing\nnothing\nnothing\n',
});
const folder = workspace.path;
execFileSync(process.execPath, ['--cpu-prof', '--cpu-prof-name=taken.cpuprofile', 'app.js'], {
  cwd: folder,
});
const log = gunzipSync(
  readFileSync(join(fixtures, '4711.0x/isolate-0x1a2b3c-4711-4711-v8.log.gz')),
).toString('latin1');
const logName = 'isolate-0x1a2b3c-4711-4711-v8.log';
mkdirSync(join(folder, '4711.0x'));
writeFileSync(join(folder, '4711.0x', logName), log.replaceAll('/srv/shop', folder), 'latin1');
const large = join(folder, 'isolate-0x9-99-v8.log');
await enlargeLog(join(folder, '4711.0x', logName), large, 200e6);

const { window, step } = await openWindow(workspace);
const frame = (name: string) => window.webview().locator(`g.frame[aria-label^="${name}"]`).first();

/** VS Code's own dialog takes a folder by its button: Enter would go into it. */
async function chooseFolder(title: string, path: string): Promise<void> {
  const dialog = window.page.locator('.quick-input-widget').filter({ hasText: title });
  await dialog.locator('.monaco-list-row').first().waitFor();
  await window.untilDone(`the dialog takes ${path}`, async (soon) => {
    if (!(await dialog.isVisible())) return;
    await dialog.locator('input.input').fill(path, soon);
    await dialog.getByRole('button', { name: 'Open Profile' }).click(soon);
    await dialog.waitFor({ state: 'hidden', timeout: 1_000 });
  });
}

step('shows the folder of 0x with the tiers that ran', async () => {
  await window.openFile('app.js');
  await window.command('Hotframe: Open Profile Folder…');
  await chooseFolder('Open Profile Folder', join(folder, '4711.0x'));
  await window.webview().locator('h1').filter({ hasText: logName }).waitFor();
  await window.lineNoted('app.js', 7, /^\d+\.\d %/);
  await window.until('the hover names the tier', async () =>
    /turbofan/.test(await window.hover('app.js', 7)),
  );
  await window.screenshot('0x folder dark');
});

step('opens a file in its own tab by Open With, which is not its default', async () => {
  await openByDefault(window, 'taken.cpuprofile');
  const editors = await reopenWithHotframe(window);
  const ours = editors.find((row) => row.includes('Hotframe'));
  assert.ok(ours !== undefined && !/default|active/i.test(ours), editors.join('\n'));
  await window.until('one view is left', async () => {
    const views = window.page.locator('iframe.webview.ready').filter({ visible: true });
    return (await views.count()) === 1;
  });
  // The view of the file before has the same frames.
  await window.webview().locator('h1').filter({ hasText: 'taken.cpuprofile' }).waitFor();
  await frame('triple').waitFor();
  assert.ok((await window.tabs()).some((tab) => tab.includes('taken.cpuprofile')));
  await window.screenshot('open with dark');
});

step('shows what is dropped on the flamegraph', async () => {
  await dropFile(window, join(folder, '4711.0x', logName));
  await window.webview().locator('h1').filter({ hasText: logName }).waitFor();
  // The tab of the other file is gone: it would show what is not in it.
  await window.until(
    'the tab of the profile is gone',
    async () => !(await window.tabs()).some((tab) => tab.includes('taken.cpuprofile')),
  );
});

step('says what is wrong with a file in a tab, and closes the tab', async () => {
  await window.openFile('isolate-0x5-5-broken.log');
  await reopenWithHotframe(window);
  await window.notified("isolate-0x5-5-broken.log can't be opened: it is no V8 log");
  await window.until(
    'the tab is gone',
    async () => !(await window.tabs()).some((tab) => tab.includes('broken')),
  );
  await window.clearNotifications();
  await window.webview().locator('h1').filter({ hasText: logName }).waitFor();
});

step(
  'shows how far a large profile is, and leaves what is shown where it is cancelled',
  async () => {
    await window.command('Hotframe: Open Profile…');
    await window.chooseFile('Open Profile', large);
    await window.notification(/Opening isolate-0x9-99-v8\.log.*\d+ % read/).waitFor();
    await window.screenshot('opening dark');
    // The editor is usable meanwhile.
    assert.match(await window.lineNote('app.js', 7), /^\d+\.\d %/);
    await window.pressButton('Opening isolate-0x9-99-v8.log', 'Cancel');
    await window.notification('Opening isolate-0x9-99-v8.log').waitFor({ state: 'detached' });
    assert.equal(await window.webview().locator('h1').innerText(), logName);
  },
);

step('brings the opened profile back after a reload', async () => {
  await window.reload();
  await window.webview().locator('h1').filter({ hasText: logName }).waitFor();
});
