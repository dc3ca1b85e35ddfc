import assert from 'node:assert/strict';
import { openWindow, quickRuns } from './testWindow.ts';
import { WorkspaceCopy } from './workspaceCopy.ts';

const workspace = new WorkspaceCopy('megamorphic');
const { window, step } = await openWindow(workspace, {
  settings: { ...quickRuns, 'hotframe.load.warmup': 1, 'hotframe.load.duration': 2 },
});

step('profiles the server deeply and marks the line on which many shapes come by', async () => {
  await window.openFile('reads.js');
  await window.command('Hotframe: Profile Server with Object Shapes');
  await window.choose('server.js');
  await window.webview().locator('g.frame').first().waitFor({ timeout: 60_000 });
  await window.lineNoted('reads.js', 25, /^[\d.]+ % {2}megamorphic \.price$/);
  await window.lineNoted('reads.js', 9, /^[\d.]+ %$/);
  const warnings = await window.webview().locator('.messages .warning').allInnerTexts();
  assert.match(warnings.join('\n'), /This is a deep run.*do not compare/);
  await window.screenshot('deep run dark');
});

step('says in the hover which shapes those are, and which builtins have the time', async () => {
  const hover = await window.hover('reads.js', 25);
  assert.match(hover, /V8 builtins: LoadIC_Megamorphic/);
  assert.match(hover, /megamorphic \.price: at least 12 shapes: \{ .*price.* \}/);
  await window.screenshot('deep run hover dark');
  await window.page.keyboard.press('Escape');
});

step('takes it for no baseline', async () => {
  await window.showView();
  await window.command('Hotframe: Pin Run as Baseline');
  await window.choose(/deep/);
  await window.notified(/A deep run cannot be the baseline/);
  await window.screenshot('deep run baseline');
});
