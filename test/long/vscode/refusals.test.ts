import assert from 'node:assert/strict';
import { join } from 'node:path';
import { saveRun } from '../../../src/analysis/saved/savedRun.ts';
import { profileFromStacks, reportOf } from '../../support/sampleRun.ts';
import { inOwnWindow, startServer } from '../../vscode/testWindow.ts';
import { ScratchWorkspace } from '../../vscode/workspaceCopy.ts';

/** Where there is nothing to launch, and profiles that are not to be trusted. */

const markup = '<img src=x onerror=alert(1)>';
const vscode = await startServer();

function withProfiles(): ScratchWorkspace {
  return new ScratchWorkspace({
    'hostile.cpuprofile': hostileRun(),
    'cut.cpuprofile': hostileRun().slice(0, 1_000),
  });
}

/** A saved run with a function whose name is markup, in a file that is gone. */
function hostileRun(): string {
  const profile = profileFromStacks([
    [300, '*handle:3/app.js', '*evil:9/app.js'],
    [200, '*handle:4/app.js'],
  ]);
  const evil = profile.functions.find(({ name }) => name === 'evil');
  assert.ok(evil);
  evil.name = markup;
  return saveRun(profile, reportOf(profile));
}

inOwnWindow(
  vscode,
  'says that there is no server in an empty folder, and takes a command instead',
  () => new ScratchWorkspace(),
  async (window) => {
    await window.command('Hotframe: Profile Server');
    assert.match(await window.notified('No Node.js server was found in'), /type its command/);
    await window.pressButton('No Node.js server was found', 'Type Command…');
    await window.answer('The command that starts the server', 'node nowhere.js');
    assert.match(await window.notified('nowhere.js'), /./);
  },
);

inOwnWindow(vscode, 'says that no folder is open', null, async (window) => {
  await window.command('Hotframe: Profile Server');
  await window.notified('No folder is open');
});

inOwnWindow(
  vscode,
  'shows the markup in a function name as text',
  withProfiles,
  async (window, folder) => {
    await window.command('Hotframe: Open Profile…');
    await window.chooseFile('Open Profile', join(folder, 'hostile.cpuprofile'));
    const frame = window.webview().locator('g.frame').filter({ hasText: '<img src=x' });
    await frame.first().waitFor();
    assert.equal(await window.webview().locator('img').count(), 0);
    await frame.first().hover();
    await window.showView();
    await window.treeRowsAre((rows) =>
      assert.ok(
        rows.some((row) => row.includes(markup)),
        rows.join('\n'),
      ),
    );
    assert.deepEqual(window.dialogs, []);
    await window.screenshot('markup dark');

    await frame.first().click();
    await window.notified("app.js can't be opened: it is not there any more");
  },
);

inOwnWindow(
  vscode,
  'says that a saved profile is damaged, and offers another',
  withProfiles,
  async (window, folder) => {
    await window.command('Hotframe: Open Profile…');
    await window.chooseFile('Open Profile', join(folder, 'cut.cpuprofile'));
    await window.notified(
      "cut.cpuprofile can't be opened: it begins as JSON, and is cut off or damaged",
    );
    await window.pressButton('cut.cpuprofile', 'Open Another…');
    await window.page.locator('.quick-input-widget').filter({ hasText: 'Open Profile' }).waitFor();
  },
);
