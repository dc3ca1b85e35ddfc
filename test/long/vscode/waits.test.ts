import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRecordedRun } from '../../vscode/openRecordedRun.ts';
import { openWindow } from '../../vscode/testWindow.ts';
import { WorkspaceCopy } from '../../vscode/workspaceCopy.ts';

/** A recorded run whose requests wait at one line: on the line, in its hover, in the view Hot Lines, and in each theme. */

const workspace = new WorkspaceCopy('faults');
const name = 'nPlusOne.js';
const source = readFileSync(join(workspace.path, name), 'utf8').split('\n');
const line = source.findIndex((text) => text.includes('// fault')) + 1;

const { window, step } = await openWindow(workspace);

function writeSettings(settings: Record<string, unknown>): void {
  mkdirSync(join(workspace.path, '.vscode'), { recursive: true });
  writeFileSync(join(workspace.path, '.vscode/settings.json'), JSON.stringify(settings));
}

step('the line says how long requests wait there, and its hover how that is spread', async () => {
  writeSettings({ 'hotframe.hotLines.times': 'waits' });
  await window.openFile(name, line);
  await openRecordedRun(window, 'nPlusOne', workspace.path);
  await window.lineNoted(name, line, /^⏱ [\d.]+ ms .*×8$/);
  const hover = await window.hover(name, line);
  assert.match(hover, /⏱ .* of a request wait here/);
  assert.match(hover, /×8, one after the other · p50 [\d.]+ ms · p99 [\d.]+ ms/);
  await window.screenshot('wait hover dark');
  await window.page.keyboard.press('Escape');
});

step('the view Hot Lines lists what lines show', async () => {
  await window.command('Hotframe: Focus on Hot Lines View');
  await window.treeRowsAre((rows) => {
    assert.equal(rows.length, 2, rows.join('\n'));
    assert.match(rows[0]!, /^nPlusOne\.js, ⏱ [\d.]+ ms/);
    assert.match(rows[1]!, new RegExp(`^${line}: serve callback, ⏱ [\\d.]+ ms .*×8`));
  });
  await window.screenshot('wait rows dark');
  writeSettings({ 'hotframe.hotLines.times': 'cpu' });
  await window.treeRowsAre((rows) => {
    assert.ok(rows.length > 0 && rows.every((row) => !row.includes('⏱')), rows.join('\n'));
  });
});

step('going to the next line goes to where requests wait', async () => {
  writeSettings({ 'hotframe.hotLines.times': 'waits' });
  await window.openFile(name, 1);
  await window.command('Hotframe: Go to Next Hot Line');
  await window.until('the cursor is where requests wait', async () => {
    return (await window.activeLine(name)) === line;
  });
});

for (const theme of ['Light Modern', 'Dark High Contrast', 'Light High Contrast']) {
  step(`waits are told from CPU time in the theme ${theme}`, async () => {
    writeSettings({ 'hotframe.hotLines.times': 'both' });
    await window.useTheme(theme);
    await window.lineNoted(name, line, /⏱/);
    await window.screenshot(`waits ${theme.toLowerCase()}`);
  });
}
