import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { runsOn, startServer } from '../process/attachTargets.ts';
import { zooServer } from '../support/zoo.ts';
import { openWindow, quickRuns } from './testWindow.ts';
import { WorkspaceCopy } from './workspaceCopy.ts';
import { reserveInspectorPort } from '../support/inspectorPort.ts';

await reserveInspectorPort();

/**
 * The runs that are sampled in another way than the usual one, in one window: a deep run, and that of a
 * server that somebody has started, which runs on.
 */

const workspace = new WorkspaceCopy('megamorphic');
const attached = 'attached.js';
cpSync(join(zooServer('plain-cjs').folder, 'server.js'), join(workspace.path, attached));
// Leaves a CPU to the tests beside this one.
const answer = 'response.end(JSON.stringify({ typed, suggestion: suggest(typed) }))';
workspace.replace(attached, answer, `setTimeout(() => ${answer}, 10)`);
const running = await startServer(process.execPath, [attached], workspace.path);
after(() => running[Symbol.asyncDispose]());
const deepRunSettings = join(workspace.path, '.vscode');
mkdirSync(deepRunSettings);
writeFileSync(
  join(deepRunSettings, 'settings.json'),
  JSON.stringify({ ...quickRuns, 'hotframe.load.warmup': 1, 'hotframe.load.duration': 2 }),
);
const { window, step, detail, once } = await openWindow(workspace, {
  // Long enough to be seen and pressed where the window is drawn late.
  settings: { 'hotframe.load.warmup': 3, 'hotframe.load.duration': 5 },
});

once('profiles the server deeply and marks the line on which many shapes come by', async () => {
  await window.openFile('reads.js');
  await window.command('Hotframe: Profile Server with Object Shapes');
  await window.choose('server.js');
  await window.webview().locator('g.frame').first().waitFor();
  await window.lineNoted('reads.js', 25, /^[\d.]+ % {2}megamorphic \.price$/);
  await window.lineNoted('reads.js', 9, /^[\d.]+ %$/);
  const warnings = await window.webview().locator('.messages .warning').allInnerTexts();
  assert.match(warnings.join('\n'), /This is a deep run.*do not compare/);
  await window.screenshot('deep run dark');
});

once('says in the hover which shapes those are, and which builtins have the time', async () => {
  const hover = await window.hover('reads.js', 25);
  assert.match(hover, /V8 builtins: LoadIC_Megamorphic/);
  assert.match(hover, /megamorphic \.price: at least 12 shapes: \{ .*price.* \}/);
  await window.screenshot('deep run hover dark');
  await window.page.keyboard.press('Escape');
});

once('takes a deep run for no baseline', async () => {
  await window.showView();
  await window.command('Hotframe: Pin Run as Baseline');
  await window.choose(/deep/);
  await window.notified(/A deep run cannot be the baseline/);
  await window.screenshot('deep run baseline');
  await window.clearNotifications();
});

async function attach(load: RegExp): Promise<void> {
  await window.command('Hotframe: Attach and Profile');
  await window.choose(`process ${running.pid}`);
  await window.choose(load);
}

step('lists the processes, those of the workspace with their ports first', async () => {
  // From here on runs have the longer load of the user settings.
  rmSync(deepRunSettings, { recursive: true });
  await window.openFile(attached);
  await window.command('Hotframe: Attach and Profile');
  const rows = await window.quickPickRows();
  assert.match(
    rows[0] ?? '',
    new RegExp(`node attached\\.js.*process ${running.pid} · port ${running.port}`),
  );
  await window.screenshot('attach list dark');
  await window.choose(`process ${running.pid}`);
  await window.page.getByText('Without load').waitFor();
  await window.screenshot('attach load dark');
  await window.page.keyboard.press('Escape');
});

once('profiles it under load, and says that this is less exact', async () => {
  await attach(/Load: GET/);
  await window.statusItem(/attaching|warming/).waitFor();
  const frame = window.webview().locator('g.frame[aria-label^="commonPairs"]');
  await frame.first().waitFor();
  const label = window.webview().locator('.exactness');
  assert.equal(await label.innerText(), 'less exact');
  assert.match(
    (await label.getAttribute('title')) ?? '',
    /^V8's CPU profiler, over the inspector\./,
  );
  await window.lineNoted(attached, 13, /^[\d.]+ %/);
  await window.screenshot('attached dark');
  const hover = await window.hover(attached, 13);
  assert.match(hover, /Less exact: V8's CPU profiler, over the inspector\./);
  await window.screenshot('attached hover dark');
  await window.page.keyboard.press('Escape');
  await runsOn(running);
});

detail('samples what it does by itself, without load', async () => {
  await attach(/Without load/);
  await window.notification('Measuring').waitFor();
  await window.screenshot('attached without load dark');
  // Nobody asks it for anything.
  await window.statusItem('Hotframe: measuring').waitFor({ state: 'detached' });
  // The profile is read before the process is let go.
  await window.untilDone('the server is left as it was', () => runsOn(running));
});

for (const phase of ['warming up', 'measuring'] as const) {
  detail(`is given up while it is ${phase}, and the server runs on`, async () => {
    await attach(/Load: GET/);
    const words = phase === 'measuring' ? /Measuring/ : /Warming up/;
    await window.notification(words).waitFor();
    await window.pressButton('Profiling', 'Cancel');
    await window.statusItem('Hotframe:').waitFor({ state: 'detached' });
    await runsOn(running);
  });
}

detail('says in a sentence that it has ended', async () => {
  await attach(/Load: GET/);
  await window.notification(/Measuring/).waitFor();
  running.child.kill('SIGKILL');
  await window.notified(`Process ${running.pid} ended while it was attached to`);
  await window.screenshot('attached ended dark');
});
