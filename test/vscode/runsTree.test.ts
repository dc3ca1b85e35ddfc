import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { openWindow, quickRuns } from './testWindow.ts';
import { WorkspaceCopy } from './workspaceCopy.ts';

/** The view of saved runs, in one window: each test goes on where the one before has ended. */

const settings = {
  ...quickRuns,
  ...{ 'hotframe.load.warmup': 0.3, 'hotframe.load.duration': 1 },
};
const plain = new WorkspaceCopy('plain-cjs');
git('init', '--quiet', '--initial-branch', 'main');
git('add', '.');
git('commit', '--quiet', '--message', 'first');
const { window, server, step, detail, once } = await openWindow(plain, { settings });

function git(...words: string[]): string {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@localhost'];
  return execFileSync('git', [...own, ...words], { cwd: plain.path, encoding: 'utf8' }).trim();
}

const commit = () => git('rev-parse', 'HEAD').slice(0, 7);

/** As a screen reader says them, once there are so many. */
async function rowsAre(...wanted: RegExp[]): Promise<void> {
  let rows: string[] = [];
  await window.until(
    'the runs are listed',
    async () => {
      rows = wanted.length === 0 ? [] : await window.treeRows('Runs');
      return rows.length === wanted.length && wanted.every((each, i) => each.test(rows[i]!));
    },
    () => rows.join('\n'),
  );
}

/** Does it again where a row that was drawn anew in that moment, or a list that was taken away, has missed it. */
async function rowsBecome(act: () => Promise<void>, ...wanted: RegExp[]): Promise<void> {
  let rows: string[] = [];
  const are = async (): Promise<boolean> => {
    rows = await window.treeRows('Runs');
    return rows.length === wanted.length && wanted.every((each, i) => each.test(rows[i]!));
  };
  await window.until(
    'the runs are as they should be',
    async () => {
      if (await are()) return true;
      await act().catch(() => {});
      const end = performance.now() + 3_000;
      while (performance.now() < end) if (await are()) return true;
      return false;
    },
    () => rows.join('\n'),
  );
}

const soon = { timeout: 2_000 };

async function press(row: RegExp, action: string): Promise<void> {
  const item = window.treeItem(row, 'Runs');
  await item.hover(soon);
  await item.locator(`.action-label[aria-label^="${action}"]`).click(soon);
}

async function fromPalette(command: string, row: string): Promise<void> {
  await window.command(command);
  await window.choose(row, soon);
}

const fromMenu = (row: RegExp, action: string) =>
  window.chooseInMenu(window.treeItem(row, 'Runs'), action);

/** Presses a key on the row; one that is drawn again in that moment is not the list's any more. */
async function byKey(row: RegExp, key: string, answer: Locator): Promise<void> {
  await window.untilDone(`${key} is answered`, async () => {
    await window.treeItem(row, 'Runs').click(soon);
    await window.page.keyboard.press(key);
    await answer.waitFor(soon);
  });
}

/** Files of the runs that are kept, oldest first; those of other tests' windows are there as well. */
function allStoredRuns(): string[] {
  const storage = join(server.folder, 'data');
  return readdirSync(storage, { recursive: true, encoding: 'utf8' })
    .filter((name) => /run-[^/]*\.hotframe$/.test(name))
    .sort()
    .map((name) => join(storage, name));
}

const otherRuns = new Set(allStoredRuns());
const storedRuns = () => allStoredRuns().filter((run) => !otherRuns.has(run));

async function confirmDelete(): Promise<string> {
  const dialog = window.page.locator('.monaco-dialog-box');
  await dialog.waitFor();
  const text = await dialog.innerText();
  await dialog.locator('.monaco-button').filter({ hasText: 'Delete' }).click();
  return text;
}

step('offers a run where there is none, and starts nothing for the list', async () => {
  await window.showView();
  await window.view('Runs').getByText('Every run is kept here').waitFor();
  await window.screenshot('runs empty dark');
  assert.equal(server.processes().filter((line) => line.includes('dist/server.cjs')).length, 0);
  assert.ok(await window.offersCommand('Hotframe: Profile Server'));
  assert.ok(!(await window.offersCommand('Hotframe: Delete Run')));
  assert.ok(!(await window.offersCommand('Hotframe: Compare With Baseline')));
});

step('lists each run with its figures and its commit, the newest first', async () => {
  await window.view('Runs').locator('.monaco-button').filter({ hasText: 'Profile Server' }).click();
  await window.choose('server.js');
  const shown = `[\\d.\\s]+ req/s · just now, ${commit()}, shown in the editor$`;
  await rowsAre(new RegExp(shown));
  const source = join(plain.path, 'server.js');
  writeFileSync(source, `${readFileSync(source, 'utf8')}\n// changed\n`);
  await window.command('Hotframe: Profile Server Again');
  await rowsAre(
    new RegExp(`^[\\d.\\s]+ req/s · just now, ${commit()} modified, shown in the editor$`),
    new RegExp(`^[\\d.\\s]+ req/s · .*, ${commit()}$`),
  );
  assert.equal(storedRuns().length, 2);
});

step('offers in the palette what is done with a run, now that there is one', async () => {
  assert.ok(await window.offersCommand('Hotframe: Delete Run'));
});

step('renames a run from its menu, and by the key', async () => {
  await fromMenu(new RegExp(`${commit()}$`), 'Rename Run…');
  await window.asked('Its name in the list');
  await window.answer('Its name in the list', 'before');
  await rowsAre(/modified/, new RegExp(`^before, [\\d.\\s]+ req/s · .* · ${commit()}$`));
  // A row that was drawn again is none that the extension knows as chosen: it asks which run then.
  const box = window.page
    .locator('.quick-input-widget')
    .filter({ hasText: 'Its name in the list' });
  // The click opens the run as well, and what is drawn for it may take the box away.
  const rename = async () => {
    await byKey(/modified/, 'F2', box);
    await box.locator('input.input').fill('after <b>', soon);
    await window.page.keyboard.press('Enter');
  };
  await rowsBecome(rename, /^after <b>, .*shown/, /^before/);
});

step('pins a run as the baseline, and another in its place', async () => {
  const pin = (row: RegExp) => () => press(row, 'Pin Run as Baseline');
  await rowsBecome(pin(/^after/), /^after.*baseline · .*shown in the editor$/, /^before/);
  await rowsBecome(
    pin(/^before/),
    /^after.*modified, shown in the editor$/,
    /^before.*, baseline$/,
  );
  await window.treeItem(/^before/, 'Runs').hover();
  await window.screenshot('runs dark');
});

detail('tells all figures where a run is pointed at', async () => {
  const hover = window.page.locator('.monaco-hover:visible').first();
  const label = window.treeItem(/^before/, 'Runs').locator('.label-name');
  let text = '';
  // A row that is drawn again while the pointer rests on it says nothing until the next time.
  await window.until('the figures are told', async () => {
    await window.page.mouse.move(700, 300);
    await label.hover();
    text = await hover.innerText(soon).catch(() => '');
    return text.includes('req/s');
  });
  assert.match(text, /req\/s over 1 s with 1 connection/);
  assert.match(text, new RegExp(`commit ${commit()} of main`));
  assert.match(text, /Node\.js \d+/);
  await window.screenshot('runs tooltip dark');
  await window.page.mouse.move(700, 300);
});

once('compares with the baseline, and leads from frames and rows to the code beside', async () => {
  const view = window.webview();
  await window.command('Hotframe: Compare With Baseline');
  await view.getByText('Cannot tell: one run does not show').waitFor();
  await view.locator('g.frame[aria-label^="suggest,"]').first().click();
  await window.editor('server.js').waitFor();
  const ofFrame = await window.activeLine('server.js');
  await view
    .getByRole('button', { name: /^Show all/ })
    .first()
    .click();
  const row = view.locator('.changes tbody tr').filter({ hasText: 'commonPairs' }).first();
  await row.getByRole('button').click();
  await window.until(
    'the row has led to its line',
    async () => (await window.activeLine('server.js')) !== ofFrame,
  );
  await window.screenshot('comparison of runs dark');
  await window.command('View: Close All Editors');
});

step('opens a run by a click', async () => {
  await rowsBecome(
    () => window.treeItem(/^before/, 'Runs').click(soon),
    /^after.*modified$/,
    /^before.*baseline · .*shown in the editor$/,
  );
  await window.webview().locator('g.frame').first().waitFor();
});

detail('exports a run as a file that can be opened', async () => {
  await fromMenu(/^after/, 'Export Run…');
  await window.choose('CPU profile');
  await window.saveAs('hotframe-after-b.cpuprofile');
  const text = readFileSync(join(plain.path, 'hotframe-after-b.cpuprofile'), 'utf8');
  assert.ok(Array.isArray((JSON.parse(text) as { nodes: unknown }).nodes));
  await window.clearNotifications();
});

detail('keeps names, baseline and order over a reload', async () => {
  await window.reload();
  await rowsAre(/^after.*modified$/, /^before.*baseline · .*shown in the editor$/);
});

step('opens, pins and unpins by the palette too', async () => {
  await rowsBecome(
    () => fromPalette('Hotframe: Open Run', 'after <b>'),
    /^after.*modified, shown/,
    /^before.*, baseline$/,
  );
  await rowsBecome(
    () => fromPalette('Hotframe: Unpin Baseline', 'before'),
    /^after.*modified, shown/,
    /^before(?!.*baseline)/,
  );
});

for (const theme of ['Light Modern', 'Dark High Contrast']) {
  detail(`shows the same in ${theme}`, async () => {
    await window.useTheme(theme);
    await window.screenshot(`runs ${theme.toLowerCase()}`);
  });
}

step('says that a run is gone whose file is damaged, and lists it no longer', async () => {
  const [first] = storedRuns();
  truncateSync(first!, 100);
  await window.treeItem(/^before/, 'Runs').click();
  await window.notified('The file of this run is gone or damaged');
  await rowsAre(/^after/);
  await window.clearNotifications();
});

step('deletes a run after it was asked, and takes it off the editor', async () => {
  await byKey(/^after/, 'Delete', window.page.locator('.monaco-dialog-box'));
  await window.screenshot('runs delete dark');
  assert.match(await confirmDelete(), /Delete the run “after <b>”\?/);
  await window.view('Runs').getByText('Every run is kept here').waitFor();
  await window.statusItem('req/s').waitFor({ state: 'detached' });
  assert.deepEqual(storedRuns(), []);
});

detail('groups the runs by what they repeat', async () => {
  rmSync(join(plain.path, 'hotframe-after-b.cpuprofile'));
  await window.command('Hotframe: Profile Server Again');
  await rowsAre(/req\/s/);
  await window.command('Hotframe: Choose Another URL and Profile…');
  await window.answer('The path that is loaded', '/other');
  await rowsAre(/^server\.js · GET \/other/, /shown/, /^server\.js · GET \//, /req\/s/);
  await window.screenshot('runs groups dark');
});
