import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWindow } from '../../vscode/testWindow.ts';
import { WorkspaceCopy } from '../../vscode/workspaceCopy.ts';

/** One function by itself: measured from the editor, with what the panel says of it. */

const workspace = new WorkspaceCopy('functions');
const { window, step } = await openWindow(workspace, {
  // The calls of a second are enough to measure with.
  settings: { 'hotframe.benchmark.duration': 1, 'hotframe.benchmark.budget': 10 },
});

const file = join(workspace.path, 'work.js');
const lineOf = (beginning: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((line) => line.startsWith(beginning)) + 1;
const panel = () => window.webview();

step('measures the function at the cursor with the calls of the load', async () => {
  await window.openFile('work.js', lineOf('function sumByReduce'));
  await window.command('Hotframe: Benchmark This Function');
  await window.choose('By itself');
  await window.choose('npm run start');
  await panel().getByRole('heading', { name: 'sumByReduce' }).waitFor({ timeout: 240_000 });
  await window.screenshot('benchmark');
  const rows = (await panel().locator('dd').allTextContents()).join('\n');
  assert.match(rows, /^[\d.]+ .?s of CPU time \([\d.]+ .?s to [\d.]+ .?s\)$/m, rows);
  assert.match(rows, /an empty function takes [\d.]+ ns in the same loop/);
  assert.match(rows, /turbofan|maglev|sparkplug|ignition/);
  assert.match(rows, /of [\d\s ]+ calls in [\d\s ]+ requests/);
});

step('leads from the panel to the function', async () => {
  await panel().getByRole('button', { name: 'work.js' }).click();
  await window.page
    .getByText(`Ln ${lineOf('function sumByReduce')}, Col`)
    .first()
    .waitFor();
});

step('compares with another function, and says what a request would gain', async () => {
  await window.openFile('work.js', lineOf('function sumByLoop'));
  await window.command('Hotframe: Benchmark This Function');
  await window.choose('Against another function of this file');
  // The extension that lists the functions of a file is not in every VS Code.
  await window.answer('The line of the function', String(lineOf('function sumByReduce')));
  await panel().getByRole('heading', { name: 'sumByLoop' }).waitFor({ timeout: 200_000 });
  const text = await panel().locator('main').innerText();
  assert.match(text, /Against sumByReduce \(work\.js:\d+\)/);
  assert.match(text, /Both answer alike on all \d+ recorded calls/);
  assert.match(text, /What a request gains\s+(CPU time of a request|Cannot tell:)/);
  await window.screenshot('benchmark compared dark');
});

step('writes a benchmark file, which opens from the panel', async () => {
  await panel().getByRole('button', { name: 'Write Benchmark File…' }).click();
  const path = window.page.locator('.quick-input-widget input.input');
  await window.until('the path is proposed', async () =>
    (await path.inputValue()).endsWith('work.bench.mjs'),
  );
  await window.page.keyboard.press('Enter');
  await panel().getByRole('heading', { name: 'Written' }).waitFor({ timeout: 120_000 });
  await panel().getByRole('button', { name: 'work.bench.mjs', exact: true }).click();
  await window.until('the file is open', async () => {
    return (await window.tabs()).some((tab) => tab.startsWith('work.bench.mjs'));
  });
  assert.match(readFileSync(join(workspace.path, 'work.bench.mjs'), 'utf8'), /from 'mitata'/);
});

step('asks for another URL where the load has not called the function', async () => {
  await window.openFile('work.js', lineOf('function sumWrongly'));
  await window.command('Hotframe: Benchmark This Function');
  await window.choose('By itself');
  await window.notified('was not called by the load', 120_000);
  assert.deepEqual(await window.buttons('was not called by the load'), [
    'Choose Another URL…',
    'Choose File with Calls…',
  ]);
});

step('says what can be done where calls can’t be copied', async () => {
  await window.openFile('work.js', lineOf('function onRequest'));
  await window.command('Hotframe: Benchmark This Function');
  await window.choose('By itself');
  const said = await window.notified("can't be copied", 120_000);
  assert.doesNotMatch(said, /--fixture/, 'an option is of the terminal');
  assert.deepEqual(await window.buttons("can't be copied"), [
    'Choose File with Calls…',
    'Create File with Calls',
  ]);
});

step('has its panel again after a reload, in the colours of each theme', async () => {
  await window.reload();
  for (const [theme, kind] of [
    ['Light Modern', 'vscode-light'],
    ['Dark High Contrast', 'vscode-high-contrast'],
    ['Light High Contrast', 'vscode-high-contrast-light'],
  ] as const) {
    await window.useTheme(theme);
    await panel().locator(`body.${kind}`).waitFor();
    await panel().getByRole('heading', { name: 'sumByLoop' }).waitFor();
    await window.screenshot(`benchmark ${theme}`);
  }
});
