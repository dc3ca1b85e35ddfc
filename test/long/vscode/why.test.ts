import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openRecordedRun } from '../../vscode/openRecordedRun.ts';
import { writeSavedRun } from '../../vscode/savedProfile.ts';
import { openWindow } from '../../vscode/testWindow.ts';
import { WorkspaceCopy } from '../../vscode/workspaceCopy.ts';

/** From the marker of the bundled example to why it is there, and from there to the code. */

const example = new WorkspaceCopy('example');
const { window, step } = await openWindow(example);
const { keyboard } = window.page;

const title = 'Hotframe: Why Is It Not Optimized?';
const view = () => window.webview();
const heading = (name: string) => view().getByRole('heading', { level: 1, name, exact: true });
const part = (name: string) => view().getByRole('region', { name, exact: true });
/** The place of the `for…in` whose shape changes, in the list of reasons. */
const site = () => part('Deoptimizations').getByRole('button', { name: 'src/fingerprint.ts:17' });
/** What is told on the line of the `for…in`; the function that calls its function may have the like. */
let marker = '⚠ deopt';
const lens = () =>
  window
    .editor('fingerprint.ts')
    .locator('.codelens-decoration a')
    .filter({ hasText: `${marker}: why?` })
    .first();

/** The text that has the keyboard inside of the panel's page. */
const focused = () =>
  view()
    .locator('body')
    .evaluate((body) => {
      const at = body.ownerDocument.activeElement;
      return at === body ? '' : (at?.textContent ?? '');
    });

async function editorHasKeyboard(name: string, line: number): Promise<void> {
  await window.until(
    `the keyboard is on line ${line} of ${name}`,
    async () =>
      (await window.activeLine(name)) === line &&
      (await window.editor(name).evaluate((editor) => editor.contains(document.activeElement))),
  );
}

async function panelIsClosed(): Promise<void> {
  if ((await window.page.locator('.tab', { hasText: 'Why' }).count()) === 0) return;
  await window.page.locator('.tab', { hasText: 'Why' }).first().click();
  await window.command('View: Close Editor');
  await window.page.locator('.tab', { hasText: 'Why' }).waitFor({ state: 'detached' });
}

step('marks the function that V8 keeps deoptimizing', async () => {
  await window.openFile('src/fingerprint.ts');
  await openRecordedRun(window, 'example', example.path);
  await view().locator('g.frame').first().waitFor();
  const note = await window.lineNoted('fingerprint.ts', 17, /⚠ deopt ×\d+ wrong map/);
  marker = /⚠ deopt ×\d+ wrong map/.exec(note)![0];
  // The flamegraph has the keyboard now.
  await lens().waitFor();
});

step("leads from the marker's hover to why it is there", async () => {
  const hover = await window.hover('fingerprint.ts', 17);
  assert.match(hover, /An object had another shape/);
  assert.match(hover, /At the end of the measured time, calls entered \w+ code\./);
  await window.screenshot('why hover dark');
  await window.page
    .locator('.monaco-hover:visible')
    .getByRole('link', { name: 'Why is it not optimized?' })
    .click();
  await heading('canonicalText').waitFor();
  const text = await view().locator('main').innerText();
  assert.match(text, /V8 optimized it again and again/);
  assert.match(text, /What helps: Give all objects/);
  await part('Tiers over time').getByRole('img').waitFor();
  assert.ok((await view().locator('.strip-mark:not(.still)').count()) > 0);
  assert.ok((await view().locator('.strip-span').count()) > 3);
  await window.screenshot('why dark');
});

step('leads there from the icon beside the line, where that has a marker', async () => {
  await panelIsClosed();
  const icons = (name: string) =>
    window.editor(name).locator('.glyph-margin-widgets [class*="ced-"]');
  const menu = window.page.locator('.context-view .action-menu-item');
  // Nothing in it is deoptimized, where the caller in fingerprint.ts may be by what it inlines.
  await window.openFile('src/renderInvoice.ts', 53);
  await window.untilDone('the icon of another line has a menu', async (soon) => {
    if (!(await menu.first().isVisible()))
      await icons('renderInvoice.ts')
        .first()
        .click({ button: 'right', ...soon });
    await menu.first().waitFor(soon);
  });
  assert.equal(await menu.filter({ hasText: 'Why Is It Not Optimized?' }).count(), 0);
  await window.untilDone('the menu is closed', async () => {
    await keyboard.press('Escape');
    await menu.first().waitFor({ state: 'hidden', timeout: 1_000 });
  });
  await window.openFile('src/fingerprint.ts', 17);
  const line = window.editor('fingerprint.ts').locator('.line-numbers.active-line-number');
  let marked = -1;
  await window.until('the line has its icon', async () => {
    const top = await line.evaluate((number) => number.getBoundingClientRect().top);
    const tops = await icons('fingerprint.ts').evaluateAll((all) =>
      all.map((icon) => icon.getBoundingClientRect().top),
    );
    marked = tops.findIndex((each) => Math.abs(each - top) < 5);
    return marked >= 0;
  });
  await window.chooseInMenu(icons('fingerprint.ts').nth(marked), 'Why Is It Not Optimized?');
  await heading('canonicalText').waitFor();
});

step('leads from a deoptimization to its line', async () => {
  await window.openFile('src/money.ts');
  await site().first().click();
  await editorHasKeyboard('fingerprint.ts', 17);
});

step('leads from the lens, the light bulb and the tree to the same', async () => {
  await panelIsClosed();
  // VS Code draws lenses that it remembers as plain text until the editor has had the keyboard.
  await window.openFile('src/fingerprint.ts');
  await lens().click();
  await heading('canonicalText').waitFor();

  await panelIsClosed();
  await window.openFile('src/fingerprint.ts', 17);
  const actions = window.page.locator('.action-widget .monaco-list-row');
  const action = actions.filter({ hasText: 'Why is canonicalText not optimized?' });
  await window.until('the light bulb offers it', async () => {
    // TypeScript's own server, which is asked too, may be starting.
    if ((await actions.count()) > 0) await keyboard.press('Escape');
    await keyboard.press('Control+.');
    return await action.waitFor({ timeout: 4_000 }).then(
      () => true,
      () => false,
    );
  });
  await window.screenshot('why light bulb dark');
  await keyboard.press('Enter');
  await heading('canonicalText').waitFor();

  await panelIsClosed();
  await window.showView();
  await window.command('Hotframe: Show Hot Lines by Function');
  const row = window.treeItem(/^canonicalText/);
  await window.untilDone('the function shows its deoptimizations', async (soon) => {
    const isOpen = (await row.getAttribute('aria-expanded', soon)) === 'true';
    if (!isOpen) await row.locator('.monaco-tl-twistie').click(soon);
    await window.treeItem(/^wrong map ×/).waitFor(soon);
  });
  await window.screenshot('why tree dark');
  await window.untilDone('the button of the row is pressed', async (soon) => {
    await row.hover(soon);
    await row.locator('.action-label[aria-label="Why Is It Not Optimized?"]').click(soon);
  });
  await heading('canonicalText').waitFor();
});

step(
  'is reached by keys alone, from the cursor and from the list of those that are marked',
  async () => {
    await panelIsClosed();
    await window.openFile('src/fingerprint.ts', 15);
    await window.command(title, 'keyboard');
    await heading('canonicalText').waitFor();
    await window.until('the panel has the keyboard', async () => {
      await keyboard.press('Tab');
      return (await focused()) === 'src/fingerprint.ts:13';
    });
    await keyboard.press('Enter');
    await editorHasKeyboard('fingerprint.ts', 13);

    await panelIsClosed();
    await window.openFile('package.json');
    await window.command(title, 'keyboard');
    const rows = await window.quickPickRows();
    assert.match(rows.join('\n'), /canonicalText, [\d.]+ % of the time, src\/fingerprint\.ts:13/);
    const shares = rows.map((row) => Number(/ ([\d.]+) % of the time/.exec(row)?.[1]));
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => b - a),
    );
    await window.screenshot('why list dark');
    await window.type('canonicalText');
    await keyboard.press('Enter');
    await heading('canonicalText').waitFor();
  },
);

step('is reached from a frame of the flamegraph by one key', async () => {
  await panelIsClosed();
  await window.command('Hotframe: Show Flamegraph');
  const frame = view().locator('g.frame[aria-label^="canonicalText,"]').first();
  await frame.focus();
  await view().getByRole('button', { name: 'Why is it not optimized?' }).waitFor();
  await window.screenshot('why flamegraph dark');
  await keyboard.press('y');
  await heading('canonicalText').waitFor();
});

step('is there again after another tab hid it and after a reload', async () => {
  await window.page.locator('.tab', { hasText: 'Flamegraph' }).click();
  await view().locator('g.frame').first().waitFor();
  await window.page.locator('.tab', { hasText: 'Why' }).click();
  await heading('canonicalText').waitFor();
  await window.reload();
  await heading('canonicalText').waitFor();
  await part('Deoptimizations').waitFor();
});

for (const theme of ['Light Modern', 'Dark High Contrast', 'Light High Contrast']) {
  step(`shows the same in ${theme}`, async () => {
    await window.useTheme(theme);
    await window.screenshot(`why ${theme.toLowerCase()}`);
  });
}

step('follows the profile that is shown', async () => {
  await window.useTheme('Dark Modern');
  writeSavedRun(example.path);
  await window.command('Hotframe: Open Profile…');
  await window.chooseFile('Open Profile', join(example.path, 'saved.cpuprofile'));
  await view().locator('g.frame[aria-label^="handle,"]').first().waitFor();
  const flamegraphs = window.page.locator('.tab', { hasText: 'Flamegraph' });
  assert.equal(await flamegraphs.count(), 1, 'the one from before the reload is gone');
  await window.page.locator('.tab', { hasText: 'Why' }).click();
  await view().getByText('No sample of this run was in it').waitFor();
  await window.command('Hotframe: Clear');
  await view().getByText('No profile is shown.').waitFor();
  await window.screenshot('why no profile dark');
});
