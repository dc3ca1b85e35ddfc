import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { saveRun } from '../../src/analysis/savedRun.ts';
import { launchBrowser } from '../support/browser.ts';
import { CodeServer } from '../support/codeServer.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { VsCodePage } from '../support/vscodePage.ts';

/** What is not launched, and why; and profiles that are not to be trusted. */

const folder = mkdtempSync(join(tmpdir(), 'vscode-refusals-'));
const empty = join(folder, 'empty');
const server = join(folder, 'server');
const markup = '<img src=x onerror=alert(1)>';
let guarded: CodeServer;
let trusting: CodeServer;
let browser: Browser;

before(async () => {
  mkdirSync(empty);
  mkdirSync(server);
  writeFileSync(join(server, 'server.js'), "require('node:http').createServer().listen(0);\n");
  writeFileSync(join(server, 'hostile.cpuprofile'), hostileRun());
  writeFileSync(join(server, 'cut.cpuprofile'), hostileRun().slice(0, 1_000));
  [guarded, trusting, browser] = await Promise.all([
    CodeServer.start({ workspaceTrust: true }),
    CodeServer.start(),
    launchBrowser(),
  ]);
});

after(async () => {
  await browser?.close();
  await Promise.all([guarded?.stop(), trusting?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

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

function inWindow(
  name: string,
  home: () => CodeServer,
  path: string | undefined,
  body: (window: VsCodePage) => Promise<void>,
): void {
  test(name, async () => {
    await using window = await VsCodePage.open(browser, home(), path);
    await window.watch(name, () => body(window));
  });
}

inWindow(
  'launches nothing in Restricted Mode, and says why',
  () => guarded,
  server,
  async (window) => {
    await window.command('Hotframe: Profile Server');
    const said = await window.notified('not trusted');
    assert.match(said, /trust the workspace and run again/);
    assert.deepEqual(guarded.runProcesses(), []);
    await window.screenshot('restricted dark');
    await window.pressButton('not trusted', 'Manage Workspace Trust');
    await window.page.getByText('You are in Restricted Mode').first().waitFor();
  },
);

inWindow(
  'says that there is no server in an empty folder, and takes a command instead',
  () => trusting,
  empty,
  async (window) => {
    await window.command('Hotframe: Profile Server');
    assert.match(await window.notified('No Node.js server was found in empty'), /type its command/);
    await window.pressButton('No Node.js server was found', 'Type Command…');
    await window.answer('The command that starts the server', 'node nowhere.js');
    assert.match(await window.notified('nowhere.js'), /./);
  },
);

inWindow(
  'says that no folder is open',
  () => trusting,
  undefined,
  async (window) => {
    await window.command('Hotframe: Profile Server');
    await window.notified('No folder is open');
  },
);

inWindow(
  'shows the markup in a function name as text',
  () => trusting,
  server,
  async (window) => {
    await window.command('Hotframe: Open Profile…');
    await window.chooseFile('Open Profile', join(server, 'hostile.cpuprofile'));
    const frame = window.webview().locator('g.frame').filter({ hasText: '<img src=x' });
    await frame.first().waitFor();
    assert.equal(await window.webview().locator('img').count(), 0);
    await frame.first().hover();
    await window.page.locator('.activitybar .action-label[aria-label^="Hotframe"]').click();
    const rows = await window.treeRows();
    assert.ok(
      rows.some((row) => row.includes(markup)),
      rows.join('\n'),
    );
    assert.deepEqual(window.dialogs, []);
    await window.screenshot('markup dark');

    await frame.first().click();
    await window.notified("app.js can't be opened: it is not there any more");
  },
);

inWindow(
  'says that a saved profile is damaged, and offers another',
  () => trusting,
  server,
  async (window) => {
    await window.command('Hotframe: Open Profile…');
    await window.chooseFile('Open Profile', join(server, 'cut.cpuprofile'));
    await window.notified("cut.cpuprofile can't be opened. The file is not JSON");
    await window.pressButton('cut.cpuprofile', 'Open Another…');
    await window.page.locator('.quick-input-widget').filter({ hasText: 'Open Profile' }).waitFor();
  },
);
