import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DrawnLines } from '../../vscode/drawnLines.ts';
import { openWindow } from '../../vscode/testWindow.ts';
import { ScratchWorkspace } from '../../vscode/workspaceCopy.ts';

/** A run of allocations of a server that leaks: its view, and lenses above the functions. */

const faults = join(import.meta.dirname, '../../workspaces/faults');
const textOf = (name: string) => readFileSync(join(faults, name), 'utf8');
const workspace = new ScratchWorkspace({
  'package.json': '{ "name": "shop", "private": true, "scripts": { "start": "node server.js" } }',
  'server.js': textOf('leakMap.js'),
  'serve.js': textOf('serve.js'),
});
const { window, step } = await openWindow(workspace, {
  // A sample is taken each 32 kB: a busy machine has few in a second of a function that allocates little.
  settings: { 'hotframe.load.warmup': 1, 'hotframe.load.duration': 5 },
});
const lines = new DrawnLines(window, { profile: '' });
const rows = () => window.treeRows('Allocations');

step('profiles allocations and lists the leak before the functions', async () => {
  await window.openFile('server.js');
  await window.command('Hotframe: Profile Allocations');
  await window.choose('start');
  await window.until('the leak is listed', async () =>
    (await rows()).some((row) => row.startsWith('Memory leak')),
  );
  const listed = await rows();
  assert.match(listed[0]!, /^Memory leak, .*kB from 1[\s\u2009,]?000 requests · server\.js:7/);
  assert.match(listed[2]!, /^[\d.]+ k?B {2}.*, [\d.]+ % · serve\.js:\d+$/);
  await window.screenshot('allocations dark');
});

step('the view Findings says that the run was one of allocations', async () => {
  await window.command('Hotframe: Focus on Findings View');
  const findings = window.view('Findings');
  await findings.getByText('The run sampled allocations, not time').waitFor();
  assert.equal(await findings.getByText('No run yet').count(), 0);
  await window.screenshot('findings after allocations dark');
  await findings.getByRole('button', { name: 'Profile Server' }).waitFor();
});

step('says above each function what it allocates, and what stays of that', async () => {
  await window.openFile('server.js');
  // A sample is rare where a function allocates as little as `open`: it may have no lens.
  await lines.lensesFit('server.js', 'one that stays and others', ([session, ...others]) => {
    const stays = /^allocates [\d.]+ k?B per request · ([\d.]+ k?B of it stay|all stays)$/;
    const allocates = /^allocates [\d.]+ k?B per request/;
    return (
      stays.test(session ?? '') && others.length > 0 && others.every((each) => allocates.test(each))
    );
  });
  await window.screenshot('allocation lenses dark');
});

const view = () => window.webview();
const frame = (name: string) => view().locator(`g.frame[aria-label^="${name},"]`).first();

step('the flamegraph shows the bytes, and a click on a frame its code', async () => {
  await frame('all bytes of a request').waitFor();
  assert.match((await rows())[2]!, /serve\.js/);
  assert.equal(await view().locator('.picture-switch').isVisible(), false, 'there is no profile');
  await window.screenshot('bytes dark');
  const own = view().locator('g.frame[aria-label*="server.js:"]').first();
  const [, line] = /server\.js:(\d+)/.exec((await own.getAttribute('aria-label'))!)!;
  await window.openFile('serve.js');
  await own.click();
  await window.until(
    'its line is open',
    async () => (await window.activeLine('server.js')) === Number(line),
  );
  await view().getByRole('radio', { name: 'Callers' }).check();
  await view().locator('.allocations tbody tr').first().waitFor();
  await window.screenshot('bytes callers dark');
});

step('after a run of time the switch leads to the bytes and back', async () => {
  await window.command('Hotframe: Profile Server');
  const radio = (name: string) => view().getByRole('radio', { name, exact: true });
  await frame('all on-CPU samples').waitFor({ timeout: 120_000 });
  await radio('Bytes').check();
  await frame('all bytes of a request').waitFor();
  await view().getByRole('radio', { name: 'Callees' }).check();
  await window.useTheme('Light Modern');
  await window.screenshot('bytes light');
  await radio('CPU').check();
  await frame('all on-CPU samples').waitFor();
  await window.command('Hotframe: Show Flamegraph of Bytes');
  await frame('all bytes of a request').waitFor();
  await window.command('Hotframe: Clear');
  await window.until('the panel is closed', async () => !(await hasFlamegraph()));
});

function hasFlamegraph(): Promise<boolean> {
  return window.page.locator('.tab[data-resource-name="Flamegraph"]').isVisible();
}
