import assert from 'node:assert/strict';
import { VsCodePage } from '../../support/vscodePage.ts';
import { openWindow } from '../../vscode/testWindow.ts';
import { WorkspaceCopy } from '../../vscode/workspaceCopy.ts';
import { writeSavedRun } from '../../vscode/savedProfile.ts';

/** What becomes of a run when something else ends: the language server, the window, the patience. */

// Longer than the tests that end it take, however busy the machine is.
const settings = { 'hotframe.load.warmup': 0, 'hotframe.load.duration': 600 };
const stubborn = new WorkspaceCopy('ignores-sigterm');
// Leaves a CPU to the tests beside this one.
const answer = 'response.end(JSON.stringify({ length: greeting(names).length }))';
stubborn.replace('server.js', answer, `setTimeout(() => ${answer}, 15)`);
writeSavedRun(stubborn.path);
const { window, server, browser, step } = await openWindow(stubborn, { settings });

async function measures(): Promise<void> {
  await window.statusItem(/Hotframe: [\d\s.]+ req\/s/).waitFor();
}

async function nothingIsLeft(): Promise<void> {
  await window.until(
    'no process of the run is left',
    () => Promise.resolve(server.runProcesses().length === 0 && server.runFolders().length === 0),
    () => [...server.runProcesses(), ...server.runFolders()].join('\n'),
  );
}

const restarted = 'ended unexpectedly and was started again';
const givenUp = 'ended unexpectedly for the second time';

step('stops a server that ignores the request to stop', async () => {
  await window.command('Hotframe: Profile Server');
  await window.choose('server.js');
  await measures();
  await window.command('Hotframe: Stop');
  await window.statusItem('Hotframe:').waitFor({ state: 'detached' });
  assert.deepEqual(server.runProcesses(), []);
  await window.command('Hotframe: Show Log');
  await window.until('the log says that it was cancelled', async () =>
    /The run ended: cancelled/.test(await window.outputText()),
  );
  await window.command('View: Toggle Output');
});

step('starts the language server again when it dies, without a trace of the run', async () => {
  await window.command('Hotframe: Open Profile…');
  await window.chooseFile('Open Profile', `${stubborn.path}/saved.cpuprofile`);
  await window.statusItem('4 232 req/s').waitFor();
  await window.command('Hotframe: Profile Server Again');
  await measures();
  assert.equal(server.endLanguageServer(), 1);
  await window.notified(restarted);
  await window.screenshot('restarted dark');
  await nothingIsLeft();
  await window.statusItem('Hotframe:').waitFor({ state: 'detached' });
  await window.statusItem('4 232 req/s').waitFor();
  await window.notification('Profiling').waitFor({ state: 'detached' });
  await window.clearNotifications();
});

step('says when it dies again, and starts it with the next command', async () => {
  await window.command('Hotframe: Profile Server Again');
  await measures();
  assert.equal(server.endLanguageServer(), 1);
  await window.notified(givenUp);
  await nothingIsLeft();
  await window.statusItem('Hotframe:').waitFor({ state: 'detached' });
  await window.clearNotifications();
  await window.command('Hotframe: Profile Server Again');
  await measures();
});

step('runs once where two windows show the folder, each with its own state', async () => {
  await using other = await VsCodePage.open(browser, server, stubborn.path);
  await other.watch('two windows', async () => {
    await other.command('Hotframe: Profile Server');
    await other.choose('server.js');
    await other.statusItem(/Hotframe: [\d\s.]+ req\/s/).waitFor();
    assert.equal(server.runFolders().length, 2);
    await other.command('Hotframe: Stop');
    await other.statusItem('Hotframe:').waitFor({ state: 'detached' });
    await window.statusItem(/Hotframe: [\d\s.]+ req\/s/).waitFor();
    assert.equal(server.runFolders().length, 1);
  });
});

step('ends the run with its window, and starts none after the reload', async () => {
  assert.ok(server.runProcesses().length > 0);
  await window.reload();
  await nothingIsLeft();
  await window.statusItem('4 232 req/s').waitFor();
  assert.equal(await window.statusItem('Hotframe:').count(), 0);
});

step('leaves nothing when the extension host is killed, and runs again', async () => {
  await window.command('Hotframe: Profile Server Again');
  await measures();
  assert.ok(server.endExtensionHosts() > 0);
  await nothingIsLeft();
  await window.reload();
  await window.command('Hotframe: Profile Server Again');
  await measures();
  await window.command('Hotframe: Stop');
  await window.statusItem('Hotframe:').waitFor({ state: 'detached' });
});
