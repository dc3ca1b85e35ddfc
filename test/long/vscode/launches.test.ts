import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWindow, quickRuns } from '../../vscode/testWindow.ts';
import { WorkspaceCopy } from '../../vscode/workspaceCopy.ts';

/** Servers as people start them: with a task before, an environment, and a program in between. */

const workspace = new WorkspaceCopy('launch-config');
const built = join(workspace.path, 'dist');
const source = join(workspace.path, 'src/server.js');
rmSync(built, { recursive: true, force: true });
const settings = { ...quickRuns, 'hotframe.load.warmup': 0.5, 'hotframe.load.duration': 2 };
const { window, server, step } = await openWindow(workspace, { settings });

/** What the servers since the last call wrote of their environment. */
function started(): string {
  const file = join(workspace.path, 'started.log');
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  return text;
}

async function profiled(): Promise<void> {
  await window.webview().locator('g.frame[aria-label^="workFor"]').first().waitFor();
  await window.notification('Profiling').waitFor({ state: 'detached' });
  assert.deepEqual(server.runProcesses(), []);
}

step('finds the task on a busy machine, and stops with a sentence where it fails', async () => {
  const good = readFileSync(source, 'utf8');
  writeFileSync(source, `${good}\n// @ts-error\n`);
  try {
    await window.command('Hotframe: Profile Server');
    await window.quickPickRows();
    await window.screenshot('launches choice');
    await window.choose('Built server');
    // Now VS Code is asked for its tasks, and stops waiting for the one extension that knows this one.
    await sleep(60);
    await server.holdExtensionHosts(7_000);
    const said = await window.notified('npm: build ended with exit code');
    assert.match(said, /so the server was not started\. Its terminal says why/);
    await window.screenshot('launch task failed');
    assert.ok(!existsSync(built));
  } finally {
    writeFileSync(source, good);
  }
  await window.page.keyboard.press('Escape');
});

step('runs the task, then the server with its environment and that of its file', async () => {
  await window.command('Hotframe: Choose Another Command and Profile…');
  await window.choose('Built server');
  await profiled();
  assert.ok(existsSync(built));
  assert.equal(started(), 'mode configured, token of the file\n');
});

step('launches what is below a script, with what comes before it', async () => {
  await window.command('Hotframe: Choose Another Command and Profile…');
  await window.choose('npm run start');
  await window.notification('Launching').waitFor();
  await window.notification('Measuring').waitFor();
  await profiled();
  await window.webview().getByText('node dist/server.js').first().waitFor();
  // Once to find it, and once to be measured.
  assert.equal(started(), 'mode packaged, token none\n'.repeat(2));
});
