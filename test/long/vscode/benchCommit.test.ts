import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { openWindow } from '../../vscode/testWindow.ts';
import { ScratchWorkspace } from '../../vscode/workspaceCopy.ts';

/** From a function that was changed to what the server gains: by itself first, and then measured. */

const before = `
  for (const each of list) count += list.filter((other) => other === each).length - 1;
  return count;`;
const now = `
  const met = new Map();
  for (const each of list) {
    const before = met.get(each) ?? 0;
    count += 2 * before;
    met.set(each, before + 1);
  }
  return count;`;
const work = (body: string) => `'use strict';

function equalPairs(list) {
  let count = 0;${body}
}

module.exports = { equalPairs };
`;
const workspace = new ScratchWorkspace({
  'package.json': '{ "name": "pairs", "private": true, "scripts": { "start": "node server.js" } }',
  'server.js': `'use strict';

const { createServer } = require('node:http');
const { equalPairs } = require('./work.js');

const list = Array.from({ length: 500 }, (_, i) => (i * 7919) % 100);
createServer((request, response) => response.end(String(equalPairs(list)))).listen(0, '127.0.0.1');
`,
  'work.js': work(before),
});
git('init', '--quiet', '--initial-branch', 'main');
git('add', '.');
git('commit', '--quiet', '--message', 'Count pairs');
workspace.write('work.js', work(now));

const { window, server, step } = await openWindow(workspace, {
  // As few pairs of runs as a verdict takes.
  settings: {
    'hotframe.benchmark.duration': 1,
    'hotframe.benchmark.budget': 15,
    'hotframe.measure.precision': 25,
  },
});
const panel = () => window.webview();
const verdict = /(Faster|Slower|No difference|Cannot tell).* Now: /;

function git(...words: string[]): void {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@localhost', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...own, ...words], { cwd: workspace.path });
}

step('compares a function with the last commit, and says what a request would gain', async () => {
  await window.openFile('work.js', 3);
  await window.command('Hotframe: Benchmark This Function');
  await window.choose('Against the last commit');
  await window.choose('npm run start');
  await panel().getByRole('heading', { name: 'equalPairs', exact: true }).waitFor({
    timeout: 240_000,
  });
  await window.screenshot('benchmark against commit dark');
  const text = await panel().locator('main').innerText();
  assert.match(text, /Against equalPairs at HEAD/i);
  assert.match(text, /Both answer alike on (the one recorded call|all \d+ recorded calls)\./);
  // On a machine with much else to do, that may be all that can be told.
  assert.match(text, /^(Faster: [\d.–]+\s%\sless\sCPU time per call\.|Cannot tell: .*)$/m);
  assert.doesNotMatch(text, /more connections/);
  assert.match(
    text,
    /What a request gains\s+(CPU time of a request .*: −[\d.]+\s%\s|Cannot tell:)/i,
  );
});

step('measures on the server what was predicted, by the button of the panel', async () => {
  await panel().getByRole('button', { name: 'Measure on the Server' }).click();
  await window.asked('Measure My Change');
  await window.choose('The last commit');
  await window
    .notification(/Measuring your change against the last commit/)
    .filter({ hasText: /Pair 1, before: / })
    .waitFor();
  const words = await window.notified(verdict, 150_000);
  await window.screenshot('benchmark measured on the server dark');
  assert.match(words, /^(Faster: [\d.–]+\s%\sless CPU time per request\.|Cannot tell: )/);
  assert.match(words, /Now: the working tree with 1 changed file\. Before: commit/);
  assert.deepEqual(server.runProcesses(), []);
  assert.deepEqual(server.runFolders(), []);
});
