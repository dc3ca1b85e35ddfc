import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildExample } from '../../vscode/exampleBuild.ts';
import { openWindow, quickRuns } from '../../vscode/testWindow.ts';
import { WorkspaceCopy } from '../../vscode/workspaceCopy.ts';

/** Real runs of the bundled example before and after a change, compared, in one window; `npm test` compares two in vscode/runsTree. */

const example = new WorkspaceCopy('example');
const source = join(example.path, 'src/fingerprint.ts');
const before = readFileSync(source, 'utf8');
const build = (text: string) => {
  writeFileSync(source, text);
  buildExample(example.path);
};
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...words], {
    cwd: example.path,
  });
writeFileSync(join(example.path, '.gitignore'), 'dist\n');
git('init', '--quiet', '--initial-branch', 'main');
git('add', '.');
git('commit', '--quiet', '--message', 'first');

const settings = {
  ...quickRuns,
  ...{ 'hotframe.load.warmup': 0.5, 'hotframe.load.duration': 1 },
};
const { window, step } = await openWindow(example, { settings });

const view = () => window.webview();
const frame = (name: string) => view().locator(`g.frame[aria-label^="${name},"]`).first();
const runRows = () => window.view('Runs').locator('.monaco-list-row[role="treeitem"]');

/** Presses what starts a run, and waits until it is listed. */
async function run(start: () => Promise<void>): Promise<void> {
  const count = await runRows().count();
  await start();
  await window.until('the run is listed', async () => (await runRows().count()) === count + 1);
}

const again = () => window.command('Hotframe: Profile Server Again');

/** The text's hash is taken of all that many times. */
const dearer = before.replace(
  'for (const invoice of invoices) hash.update(canonicalText(invoice));',
  'for (let turn = 0; turn < 10; turn++) for (const each of invoices) hash.update(canonicalText(each));',
);

step('offers no comparison before there is a run', async () => {
  assert.notEqual(dearer, before);
  await window.showView();
  assert.equal(await window.offersCommand('Hotframe: Compare With Baseline'), false);
});

step('offers to choose a baseline where none is pinned, and compares with it', async () => {
  await run(async () => {
    await window.command('Hotframe: Profile Server');
    await window.choose('npm run start');
  });
  build(dearer);
  await run(again);
  // The flamegraph of the run, where it comes late, takes the keyboard, which closes the list.
  await window.untilDone('a baseline is chosen', async (soon) => {
    await window.command('Hotframe: Compare With Baseline');
    await window.notified('No run like this one is pinned as the baseline yet');
    await window.pressButton('No run like this one', 'Choose Baseline…');
    await window.choose('req/s', soon);
  });
  await view().getByText('Cannot tell: one run does not show').waitFor();
  await frame('fingerprint').waitFor();
  assert.match((await window.treeRows('Runs')).join('\n'), /, baseline$/m);
  await window.screenshot('comparison one run dark');
});

step('leads from rows and frames to the code beside', async () => {
  await view()
    .getByRole('button', { name: /^Show all/ })
    .first()
    .click();
  const row = view().locator('.changes tbody tr').filter({ hasText: 'canonicalText' }).first();
  await row.getByRole('button').click();
  await window.editor('fingerprint.ts').waitFor();
  await frame('renderInvoice').click();
  await window.editor('renderInvoice.ts').waitFor();
  await view().getByRole('button', { name: 'Reset zoom' }).click();
});

step('compares again after the window was reloaded', async () => {
  await window.reload();
  await view().getByText('Cannot tell: one run does not show').waitFor();
  await frame('fingerprint').waitFor();
});

step('compares repeats that were taken in turn, and says where they differ', async () => {
  // A B is there; B A, A B, B A follow.
  for (const text of [dearer, before, before, dearer, dearer, before]) {
    build(text);
    await run(again);
  }
  const rows = runRows();
  // With Ctrl a row is selected and not opened: what it opens may come over what is opened next.
  await window.untilDone('all runs are selected', async (soon) => {
    await rows.first().click({ modifiers: ['Control'], ...soon });
    await rows.last().click({ modifiers: ['Shift'], ...soon });
    assert.equal(await window.view('Runs').locator('.monaco-list-row.selected').count(), 8);
  });
  await window.chooseInMenu(rows.last(), 'Compare With…');
  // The runs have opened the flamegraph over it or beside it.
  const flamegraph = window.page.locator('.tab', { hasText: 'Flamegraph' });
  const pairs = view().getByText('4 runs before and 4 now, 4 pairs of neighbours in time.');
  await window.untilDone('the comparison alone is open', async (soon) => {
    for (const tab of await flamegraph.all()) await tab.click({ button: 'middle', ...soon });
    await pairs.waitFor(soon);
  });
  // How sure four short pairs are is the machine's affair; that it is faster they never say.
  const verdict = view().locator('.verdict');
  assert.match((await verdict.getAttribute('data-verdict'))!, /^(slower|cannot-tell)$/);
  await view()
    .getByRole('img', { name: /^CPU per request, change by pairs of runs: 4 pairs/ })
    .waitFor();
  const changed = view().locator('.changes[aria-label^="Functions"] tbody tr');
  // On a busy machine the line that sends the answer may differ more.
  const dearest = changed.filter({ hasText: 'fingerprint' }).first();
  assert.match(await dearest.innerText(), /^[▲△] \+/);
  const tone = await frame('fingerprint').getAttribute('data-tone');
  assert.match(tone!, /^more/);
  await window.screenshot('comparison dark');
});

for (const theme of ['Light Modern', 'Dark High Contrast', 'Light High Contrast']) {
  step(`shows the same in ${theme}`, async () => {
    await window.useTheme(theme);
    await window.screenshot(`comparison ${theme.toLowerCase()}`);
  });
}
