import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingKinds } from '../../src/shared/finding.ts';
import { openRecordedRun } from './openRecordedRun.ts';
import { openWindow } from './testWindow.ts';
import { WorkspaceCopy } from './workspaceCopy.ts';

/** The findings of a recorded run: in their view, in the flamegraph's head, and switched off. */

const workspace = new WorkspaceCopy('faults');
const source = readFileSync(join(workspace.path, 'nPlusOne.js'), 'utf8').split('\n');
const line = source.findIndex((text) => text.includes('// fault')) + 1;

const { window, step } = await openWindow(workspace);

const rows = () => window.treeRows('Findings');

function writeSettings(settings: Record<string, unknown>): void {
  mkdirSync(join(workspace.path, '.vscode'), { recursive: true });
  writeFileSync(join(workspace.path, '.vscode/settings.json'), JSON.stringify(settings));
}

step('the view says that there is no run yet, and offers one', async () => {
  await window.command('Hotframe: Focus on Findings View');
  await window.page.getByText('No run yet.').first().waitFor();
});

step('the finding is listed with its place and the next step', async () => {
  await openRecordedRun(window, 'nPlusOne', workspace.path);
  await window.until('the finding is listed', async () =>
    (await rows()).some((row) => row.startsWith('One request after another')),
  );
  const listed = await rows();
  assert.match(listed[0]!, new RegExp(`^One request after another, ×8 · nPlusOne\\.js:${line}`));
  assert.match(listed[1]!, /^Ask for all of it at once/);
});

step('the head of the flamegraph has it too, and a click opens its line', async () => {
  await window.webview().locator('.findings li', { hasText: 'One request' }).first().waitFor();
  await window.page.getByRole('treeitem', { name: /^One request after another/ }).click();
  await window.page.getByText(`Ln ${line}, Col`).first().waitFor();
});

step('a kind that is switched off is listed no longer', async () => {
  writeSettings({ 'hotframe.findings.off': findingKinds });
  await window.page.getByText('Nothing stands out.').first().waitFor();
  writeSettings({});
  await window.until('it is listed again', async () => (await rows()).length > 0);
});
