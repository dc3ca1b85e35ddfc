import assert from 'node:assert/strict';
import { join } from 'node:path';
import { writeSavedRun } from '../../vscode/savedProfile.ts';
import { openWindow } from '../../vscode/testWindow.ts';
import { ScratchWorkspace } from '../../vscode/workspaceCopy.ts';

/** From the command to a line of code and back, with no hand on the mouse. */

const workspace = new ScratchWorkspace();
writeSavedRun(workspace.path);
const { window, step } = await openWindow(workspace);

/** What has the keyboard inside of the flamegraph's page: role and name, or empty. */
function focused(): Promise<string> {
  return window
    .webview()
    .locator('body')
    .evaluate((body) => {
      const at = body.ownerDocument.activeElement;
      if (!at || at === body) return '';
      const label = (at as HTMLInputElement).labels?.[0]?.textContent;
      const name = at.getAttribute('aria-label') ?? label ?? at.textContent;
      return `${at.getAttribute('role') ?? at.tagName.toLowerCase()}: ${name.trim()}`;
    });
}

step('opens a profile and reaches the flamegraph by keys', async () => {
  await window.openFile('app.js');
  await window.command('Hotframe: Open Profile…', 'keyboard');
  await window.chooseFile('Open Profile', join(workspace.path, 'saved.cpuprofile'));
  await window.webview().locator('g.frame').first().waitFor();
  await window.lineNoted('app.js', 9, /^60\.0 %/);
  await window.command('Hotframe: Show Flamegraph', 'keyboard');
  await window.until(
    'the flamegraph has the keyboard',
    () => window.page.evaluate(() => document.activeElement?.tagName === 'IFRAME'),
    () => 'another part has it',
  );
});

step('goes through everything in the order that it is read in', async () => {
  const order: string[] = [];
  for (let presses = 0; presses < 60; presses++) {
    await window.page.keyboard.press('Tab');
    const name = await focused();
    if (name === '' || order.includes(name)) break;
    order.push(name);
  }
  const places = [
    /^button: app/,
    /^input: Search/,
    /^treeitem: all on-CPU samples, total 100 %/,
    /^button: app\.js:9/,
  ].map((part) => order.findIndex((name) => part.test(name)));
  assert.ok(places[0]! >= 0, order.join('\n'));
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
    order.join('\n'),
  );
  assert.deepEqual(
    order.filter((name) => /: $/.test(name)),
    [],
    'each part has a name',
  );
});

step('goes down to the hottest callee by arrows, from there to its code, and back', async () => {
  await window.webview().locator('g.frame[tabindex="0"]').focus();
  await window.page.keyboard.press('ArrowDown');
  await window.page.keyboard.press('ArrowDown');
  await window.until('price has the keyboard', async () => /price/.test(await focused()));
  await window.page.keyboard.press('Alt+Enter');
  await window.until('the editor has the keyboard', async () =>
    window.editor('app.js').evaluate((editor) => editor.contains(document.activeElement)),
  );
  const line = await window.activeLine('app.js');
  assert.ok(line === 7 || line === 9, `line ${line}`);
  await window.command('Hotframe: Show Flamegraph', 'keyboard');
  await window.until('the flamegraph has the keyboard again', () =>
    window.page.evaluate(() => document.activeElement?.tagName === 'IFRAME'),
  );
});

step('names the status bar item and the rows of the tree for a screen reader', async () => {
  const item = window.statusItem('4 232 req/s').locator('[aria-label]').first();
  assert.match((await item.getAttribute('aria-label')) ?? '', /4.232 req\/s, 2\.30 ms/);
  await window.showView();
  await window.treeRowsAre((rows) => assert.ok(rows.includes('9: price, 60.0 %'), rows.join('\n')));
});
