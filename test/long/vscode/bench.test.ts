import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWindow } from '../../vscode/testWindow.ts';
import { WorkspaceCopy } from '../../vscode/workspaceCopy.ts';

/** One function by itself: measured from the editor, with what the panel says of it. */

const workspace = new WorkspaceCopy('functions');
const { window, step } = await openWindow(workspace);

const file = join(workspace.path, 'work.js');
const lineOf = (beginning: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((line) => line.startsWith(beginning)) + 1;
const panel = () => window.webview();

step('measures the function at the cursor with the calls of the load', async () => {
  await window.openFile('work.js', lineOf('function sortInPlace'));
  await window.command('Hotframe: Benchmark This Function');
  await window.choose('By itself');
  await window.choose('npm run start');
  await panel().getByRole('heading', { name: 'sortInPlace' }).waitFor({ timeout: 120_000 });
  await window.screenshot('benchmark');
  const rows = (await panel().locator('dd').allTextContents()).join('\n');
  assert.match(rows, /^[\d.]+ .?s \([\d.]+ .?s to [\d.]+ .?s\)$/m, rows);
  assert.match(rows, /an empty function takes [\d.]+ ns in the same loop/);
  assert.match(rows, /turbofan|maglev|sparkplug|ignition/);
  assert.match(rows, /of [\d\s ]+ calls in [\d\s ]+ requests/);
});

step('leads from the panel to the function', async () => {
  await panel().getByRole('button', { name: 'work.js' }).click();
  await window.page
    .getByText(`Ln ${lineOf('function sortInPlace')}, Col`)
    .first()
    .waitFor();
});

step('says what can be done where calls can’t be copied', async () => {
  await window.openFile('work.js', lineOf('function onRequest'));
  await window.command('Hotframe: Benchmark This Function');
  await window.choose('By itself');
  const said = await window.notified("can't be copied", 120_000);
  assert.doesNotMatch(said, /--fixture/, 'an option is of the terminal');
  assert.deepEqual(await window.buttons("can't be copied"), ['Benchmark Another Way…']);
});
