import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveRun } from '../../../src/analysis/saved/savedRun.ts';
import { reportOf } from '../../support/sampleRun.ts';
import { profileFromText } from '../../support/textProfile.ts';
import { openWindow } from '../../vscode/testWindow.ts';
import { WorkspaceCopy } from '../../vscode/workspaceCopy.ts';

const workspace = new WorkspaceCopy('plain-cjs');
const file = join(workspace.path, 'server.js');
const profile = profileFromText(`
  work:5  work:5  other:30
`);
for (const fn of profile.functions) fn.file = file;
profile.sources.set(file, readFileSync(file, 'utf8'));
writeFileSync(join(workspace.path, 'typed.cpuprofile'), saveRun(profile, reportOf(profile)));
const { window, server, step } = await openWindow(workspace, {
  trace: true,
  settings: { 'editor.quickSuggestions': false, 'editor.wordBasedSuggestions': 'off' },
});

/** What the extension has logged of each look at the file: in how many editors it drew. */
function drawings(): number[] {
  const logs = join(server.folder, 'data', 'data', 'logs');
  return readdirSync(logs, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('Hotframe.log'))
    .flatMap((name) => [
      ...readFileSync(join(logs, name), 'utf8').matchAll(
        /hot lines of \S+server\.js: .* drawn in (\d+) editors/g,
      ),
    ])
    .map(([, editors]) => Number(editors));
}

step('draws again what typing inside of a line has not changed only where lines move', async () => {
  await window.openFile('server.js');
  await window.command('Hotframe: Open Profile…');
  await window.chooseFile('Open Profile', join(workspace.path, 'typed.cpuprofile'));
  await window.lineNoted('server.js', 5, /^66\.7 %/);
  await window.showTab('server.js');
  await window.openFile('server.js', 20);
  await window.page.keyboard.press('End');
  const type = async (key: string): Promise<number[]> => {
    const before = drawings().length;
    await window.page.keyboard.press(key);
    await window.until(`the file is looked at after ${key}`, () =>
      Promise.resolve(drawings().length > before),
    );
    return drawings().slice(before);
  };
  // The first may make a function stale.
  await type('x');
  assert.deepEqual(await type('y'), [0]);
  assert.deepEqual(await type('z'), [0]);
  assert.deepEqual(await type('Enter'), [1]);
  await window.lineNoted('server.js', 31, /%/);
  assert.match(await window.lineNote('server.js', 5), /^66\.7 %/);
});
