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
  settings: { 'hotframe.load.warmup': 1, 'hotframe.load.duration': 1 },
});
const lines = new DrawnLines(window, { profile: '' });
const rows = () => window.treeRows('Allocations');

step('profiles allocations and lists the leak before the functions', async () => {
  await window.openFile('server.js');
  await window.command('Hotframe: Profile Allocations');
  await window.choose('start');
  await window.until(
    'the leak is listed',
    async () => (await rows()).some((row) => row.startsWith('Memory leak')),
    () => 'it is not',
    120_000,
  );
  const listed = await rows();
  assert.match(listed[0]!, /^Memory leak, .*kB from 1[\s\u2009,]?000 requests · server\.js:7/);
  assert.match(listed[2]!, /^[\d.]+ k?B {2}.*, [\d.]+ % · serve\.js:\d+$/);
  await window.screenshot('allocations dark');
});

step('says above each function what it allocates, and what stays of that', async () => {
  await window.openFile('server.js');
  await lines.lensesAre('server.js', [
    /^allocates [\d.]+ k?B per request · ([\d.]+ k?B of it stay|all stays)$/,
    /^allocates [\d.]+ k?B per request/,
    /^allocates [\d.]+ k?B per request/,
  ]);
  await window.screenshot('allocation lenses dark');
});
