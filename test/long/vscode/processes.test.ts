import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveRun } from '../../../src/analysis/saved/savedRun.ts';
import { profileFromStacks, reportOf } from '../../support/sampleRun.ts';
import { openWindow } from '../../vscode/testWindow.ts';
import { ScratchWorkspace } from '../../vscode/workspaceCopy.ts';

/** A run of a server with a child that works, one that does not, and a thread. */

const workspace = new ScratchWorkspace();
const folder = workspace.path;
const path = join(folder, 'several.cpuprofile');
writeFileSync(path, savedRun());
const { window, step } = await openWindow(workspace);

const picker = () => window.webview().locator('select.process-picker');
const frame = (name: string) => window.webview().locator(`g.frame[aria-label^="${name}"]`);
const figures = () => window.webview().locator('.key-figures').innerText();

step('offers the processes and threads with what each had of the time', async () => {
  await window.command('Hotframe: Open Profile…');
  await window.chooseFile('Open Profile', path);
  await picker().waitFor();
  assert.deepEqual(await picker().locator('option').allInnerTexts(), [
    'All 4 processes and threads',
    'Child process 4712, src/jobs.js · 60.0 %',
    'Main process 4711, src/server.js · 30.0 %',
    'Worker thread 1 of process 4711 · 10.0 %',
    'Child process 4713, src/jobs.js · idle',
  ]);
  await frame('handle').first().waitFor();
  await frame('work').first().waitFor();
  await window.screenshot('processes dark');
});

step('shows one of them, with shares of its own time', async () => {
  await picker().selectOption({ label: 'Child process 4712, src/jobs.js · 60.0 %' });
  await frame('handle').first().waitFor({ state: 'detached' });
  await frame('work').first().waitFor();
  assert.match(await figures(), /samples\s+300\b/);
  const hotLines = window.webview().locator('.lines-slot');
  // They come after the picture.
  await hotLines.getByText('Hot lines').waitFor();
  const lines = await hotLines.innerText();
  assert.match(lines, /jobs\.js\s*:5/);
  assert.doesNotMatch(lines, /server\.js/);
  assert.match(lines, /100(?:\.0)? %/);
  await window.screenshot('one process dark');
});

step('shows all again', async () => {
  await picker().selectOption({ index: 0 });
  await frame('handle').first().waitFor();
  assert.match(await figures(), /samples\s+500\b/);
});

function savedRun(): string {
  const profile = profileFromStacks([
    [150, '*handle:3/src/server.js', '*price:9/src/server.js'],
    [300, '*work:5/src/jobs.js'],
    [50, '*thread:7/src/thread.js'],
  ]);
  profile.isolates = [
    { pid: 4711, threadId: 0, role: 'main' },
    { pid: 4712, threadId: 0, role: 'child' },
    { pid: 4711, threadId: 1, role: 'worker' },
    { pid: 4713, threadId: 0, role: 'child' },
  ];
  profile.samples.isolate = profile.samples.isolate.map((_, sample) =>
    sample < 150 ? 0 : sample < 450 ? 1 : 2,
  );
  for (const fn of profile.functions) fn.file = fn.file.replace(/^\/app/, folder);
  const report = reportOf(profile);
  const scripts = ['src/server.js', 'src/jobs.js', '', 'src/jobs.js'];
  const counts = [150, 300, 50, 0];
  report.target!.cwd = folder;
  report.target!.processes = profile.isolates.map((isolate, index) => ({
    ...isolate,
    samples: counts[index]!,
    onCpu: counts[index]!,
    ...(scripts[index] ? { script: scripts[index] } : {}),
  }));
  return saveRun(profile, report);
}
