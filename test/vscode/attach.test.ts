import assert from 'node:assert/strict';
import { after } from 'node:test';
import { runsOn, startServer } from '../process/attachTargets.ts';
import { openWindow } from './testWindow.ts';
import { WorkspaceCopy } from './workspaceCopy.ts';
import { reserveInspectorPort } from '../support/inspectorPort.ts';

await reserveInspectorPort();

/** A server that somebody has started is profiled from the editor, and runs on. */

const plain = new WorkspaceCopy('plain-cjs');
// Leaves a CPU to the tests beside this one.
const answer = 'response.end(JSON.stringify({ typed, suggestion: suggest(typed) }))';
plain.replace('server.js', answer, `setTimeout(() => ${answer}, 10)`);
const running = await startServer(process.execPath, ['server.js'], plain.path);
after(() => running[Symbol.asyncDispose]());
const { window, step, detail, once } = await openWindow(plain, {
  // Long enough to be seen and pressed where the window is drawn late.
  settings: { 'hotframe.load.warmup': 3, 'hotframe.load.duration': 5 },
});

async function attach(load: RegExp): Promise<void> {
  await window.command('Hotframe: Attach and Profile');
  await window.choose(`process ${running.pid}`);
  await window.choose(load);
}

step('lists the processes, those of the workspace with their ports first', async () => {
  await window.openFile('server.js');
  await window.command('Hotframe: Attach and Profile');
  const rows = await window.quickPickRows();
  assert.match(
    rows[0] ?? '',
    new RegExp(`node server\\.js.*process ${running.pid} · port ${running.port}`),
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
  await frame.first().waitFor({ timeout: 40_000 });
  const label = window.webview().locator('.exactness');
  assert.equal(await label.innerText(), 'less exact');
  assert.match(
    (await label.getAttribute('title')) ?? '',
    /^V8's CPU profiler, over the inspector\./,
  );
  await window.lineNoted('server.js', 13, /^[\d.]+ %/);
  await window.screenshot('attached dark');
  const hover = await window.hover('server.js', 13);
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
  await window.statusItem('Hotframe: measuring').waitFor({ state: 'detached', timeout: 30_000 });
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
