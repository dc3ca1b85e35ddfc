import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { VsCodePage } from '../support/vscodePage.ts';
import { DrawnLines } from './drawnLines.ts';
import { LinesWorkspace } from './linesWorkspace.ts';
import { openWindow } from './testWindow.ts';

/** What stands on the lines of a saved run, and the ways between them. One window: each test goes on where the one before has ended. */

const workspace = new LinesWorkspace();
const { window, server, browser, step, detail, once } = await openWindow(workspace, {}, () =>
  lines.openProfile(),
);
const lines = new DrawnLines(window, workspace);

const hotNotes = { 5: '40.0 %  ⚠ not optimized', 10: '25.0 %  ⚠ deopt ×8 wrong map' };
const hotLenses = [
  /^40\.0 % self · 40\.0 % total · ignition ?\| ?⚠ not optimized: why\? ?\| ?Benchmark$/,
  /^25\.0 % self · 25\.0 % total · turbofan ?\| ?⚠ deopt ×8 wrong map: why\? ?\| ?Benchmark$/,
];

step(
  'draws on a file that was open before, and has the share in sight on a long line',
  async () => {
    await window.openFile('src/hot.js');
    await lines.openProfile();
    await lines.notesAre('hot.js', hotNotes);
    await lines.iconsAre('hot.js', ['40!', '25!']);
    await lines.lensesAre('hot.js', hotLenses);
    await window.screenshot('lines end dark');
  },
);

step('draws on a file that is opened after the run, and names no tier of few samples', async () => {
  await window.showTab('hot.js');
  await window.openFile('src/app.js');
  await lines.notesAre('app.js', { 7: '10.0 %', 9: '2.0 %' });
  await lines.iconsAre('app.js', ['10', '2']);
  await lines.lensesAre('app.js', [/^12\.0 % self · 100 % total ?\| ?Benchmark$/]);
  const hover = await window.hover('app.js', 9);
  assert.match(hover, /2\.0 % self · 2\.0 % own \(too few own samples for a tier\)/);
  await window.page.keyboard.press('Escape');
});

step('offers a benchmark above a hot function', async () => {
  await window
    .editor('app.js')
    .locator('.codelens-decoration a', { hasText: 'Benchmark' })
    .first()
    .click();
  await window.page
    .getByText('How is it measured?')
    .or(window.page.getByPlaceholder('How is it measured?'))
    .first()
    .waitFor();
  await window.page.keyboard.press('Escape');
});

once('puts the shares into a column before the code of all lines, and back', async () => {
  await window.showTab('hot.js');
  await window.command('Hotframe: Move Shares to the Other End of the Lines');
  await lines.notesAre('hot.js', { 5: '⚠ not optimized', 10: '⚠ deopt ×8 wrong map' });
  const columns = await window.lineNotes('hot.js', 'before');
  assert.deepEqual(columns.get(5), '40.0 % ⚠');
  assert.deepEqual(columns.get(10), '25.0 % ⚠');
  const starts = await window.editor('hot.js').evaluate((editor) =>
    [...editor.querySelectorAll('.view-line')]
      .map((row) =>
        [...row.querySelectorAll('span span')].find((span) => span.textContent.trim() !== ''),
      )
      .filter((span) => span?.textContent.trimStart().startsWith('function'))
      .map((span) => Math.round(span!.getBoundingClientRect().left)),
  );
  assert.equal(starts.length, 2);
  assert.equal(starts[0], starts[1]);
  await window.screenshot('lines start dark');
  await window.command('Hotframe: Move Shares to the Other End of the Lines');
  await lines.notesAre('hot.js', hotNotes);
});

detail('says in the lens too that a function has changed, and takes it back', async () => {
  await window.showTab('hot.js');
  await window.openFile('src/hot.js', 6);
  await window.page.keyboard.press('End');
  await window.page.keyboard.type(' // now');
  await lines.lensesAre('hot.js', [
    /^changed since the run · was 40\.0 % self · 40\.0 % total ?\| ?Benchmark$/,
    hotLenses[1]!,
  ]);
  await lines.iconsAre('hot.js', ['stale', '25!']);
  await window.screenshot('lines stale dark');
  await window.page.keyboard.press('Control+Home');
  await window.page.keyboard.press('Enter');
  await window.lineNoted('hot.js', 11, /^25\.0 %/);
  await window.until('the edits are undone', async () => {
    await window.page.keyboard.press('Control+z');
    return (await window.lineNote('hot.js', 5)) === hotNotes[5];
  });
  await lines.lensesAre('hot.js', hotLenses);
});

detail('hints at the functions that are not optimized', async () => {
  await window.showTab('hot.js');
  await window.until(
    'two hints are under the code',
    async () => (await window.editor('hot.js').locator('.squiggly-hint').count()) >= 2,
  );
  // VS Code draws a hint below the first two letters, and tells it there alone.
  const hint = await window.editor('hot.js').locator('.squiggly-hint').first().boundingBox();
  assert.ok(hint);
  await window.pointAt(hint.x + 3, hint.y + hint.height - 4);
  await window.page
    .locator('.monaco-hover:visible')
    .getByText(/slow, 40\.0 % of the time: not optimized: 100 % of its own time ran in ignition/)
    .waitFor();
  await window.screenshot('lines hint dark');
  await window.page.keyboard.press('Escape');
});

once('follows the settings while they change', async () => {
  const hints = () => window.editor('hot.js').locator('[class*="dyn-rule"]').allInnerTexts();
  workspace.writeSettings({ 'hotframe.minimumShare': 30 });
  await lines.notesAre('hot.js', { 5: hotNotes[5] });
  workspace.writeSettings({ 'hotframe.maximumLinesPerFile': 1, 'hotframe.inlayHints': true });
  await lines.notesAre('hot.js', { 5: hotNotes[5] });
  await window.until('an inlay hint has the label', async () =>
    (await hints()).some((text) => text.replaceAll('\u00a0', ' ').includes('40.0 %  ⚠')),
  );
  workspace.writeSettings({ 'hotframe.codeLens': false, 'hotframe.diagnostics': false });
  await lines.lensesAre('hot.js', []);
  await lines.notesAre('hot.js', hotNotes);
  await window.until(
    'the hints are gone',
    async () => (await window.editor('hot.js').locator('.squiggly-hint').count()) === 0,
  );
  workspace.writeSettings({});
  await lines.lensesAre('hot.js', hotLenses);
});

once('hides what is on the lines, and shows it again', async () => {
  await window.command('Hotframe: Toggle Hot Lines');
  await lines.notesAre('hot.js', {});
  await lines.iconsAre('hot.js', []);
  await window.command('Hotframe: Toggle Hot Lines');
  await lines.notesAre('hot.js', hotNotes);
});

detail('draws in both editors of a file, and on the right side of a comparison', async () => {
  await window.showTab('hot.js');
  await window.command('View: Split Editor');
  const both = window.page.locator('.editor-instance .monaco-editor[data-uri$="/hot.js"]');
  await window.until('there are two editors', async () => (await both.count()) === 2);
  for (const each of await both.all()) {
    await window.until(
      'each has its icons',
      async () => (await lines.icons(each)).join() === '40!,25!',
    );
  }
  await window.screenshot('lines split dark');
  await window.command('View: Close Editor');

  await window.openFile('src/hot.js', 6);
  await window.page.keyboard.press('End');
  await window.page.keyboard.type(' // now');
  await window.command('File: Compare Active File with Saved');
  const right = window.page.locator('.monaco-diff-editor .editor.modified .monaco-editor');
  await window.until(
    'the right side has its icons',
    async () => (await lines.icons(right)).join() === 'stale,25!',
  );
  await window.screenshot('lines comparison dark');
  await window.command('View: Close Editor');
  await window.openFile('src/hot.js', 6);
  await window.command('File: Revert File');
  await lines.notesAre('hot.js', hotNotes);
});

detail('draws nothing on a file under another name, and again under its own', async () => {
  const [ran, renamed] = ['hot.js', 'renamed.js'].map((name) => join(workspace.shop, 'src', name));
  renameSync(ran!, renamed!);
  await window.openFile('src/renamed.js');
  await window.editor('renamed.js').locator('.view-line').nth(5).waitFor();
  await lines.lensesAre('renamed.js', []);
  await lines.notesAre('renamed.js', {});
  renameSync(renamed!, ran!);
  await window.openFile('src/hot.js');
  await lines.notesAre('hot.js', hotNotes);
});

step('goes from hot line to hot line across files, hottest first, and back', async () => {
  await window.openFile('src/app.js', 2);
  for (const [name, line] of [
    ['hot.js', 5],
    ['hot.js', 10],
    ['long.js', 1500],
    ['app.js', 7],
  ] as const) {
    await window.command('Hotframe: Go to Next Hot Line');
    await lines.cursorIs(name, line);
  }
  await window.command('Hotframe: Go to Previous Hot Line');
  await lines.cursorIs('long.js', 1500);
  await window.statusItem('Hot line 3 of 6: 20.0 %').waitFor();
});

detail('marks where a long file is hot in its overview ruler', async () => {
  await window.lineNoted('long.js', 1500, /^20\.0 %/);
  const marked = await window.editor('long.js').evaluate((editor) => {
    const ruler = editor.querySelector<HTMLCanvasElement>('canvas.decorationsOverviewRuler')!;
    const { width, height } = ruler;
    const { data } = ruler.getContext('2d')!.getImageData(0, 0, width, height);
    const rows: number[] = [];
    for (let at = 0; at < data.length; at += 4) {
      const isWarm = data[at]! > 150 && data[at + 2]! < 120 && data[at + 3]! > 100;
      if (isWarm) rows.push(Math.floor(at / 4 / width) / height);
    }
    return rows;
  });
  assert.ok(marked.length > 0, 'a mark in the ruler');
  for (const at of marked) assert.ok(at > 0.7 && at < 0.8, `${at}`);
});

detail('jumps by the links of the hover', async () => {
  await window.openFile('src/hot.js');
  await window.lineNoted('hot.js', 5, /^40\.0 %/);
  await window.page.mouse.move(5, 5);
  const hover = await window.hover('hot.js', 5);
  assert.match(hover, /⚠ not optimized: 100 % of its own time ran in ignition, the interpreter/);
  await window.screenshot('lines hover dark');
  await window.page.locator('.monaco-hover:visible a').filter({ hasText: 'src/app.js:4' }).click();
  await lines.cursorIs('app.js', 4);
});

detail('lists the marker first, where the end of a row is cut', async () => {
  await window.showView();
  await window.treeRowsAre((rows) =>
    assert.deepEqual(rows, [
      'hot.js, 65.0 %  src',
      '5: slow, ⚠ 40.0 %',
      '10: fast, ⚠ 25.0 %',
      'long.js, 20.0 %  src',
      '1500: late, 20.0 %',
      'app.js, 12.0 %  src',
      '7: handle, 10.0 %',
      '9: handle, 2.0 %',
      'gone.js, 3.0 %  src',
      '2: gone, 3.0 %',
    ]),
  );
  await window.screenshot('lines tree dark');
  await window.command('Hotframe: Show Hot Lines by Function');
  await window.until(
    'functions are listed',
    async () => (await window.treeRows())[0] === 'slow, ⚠ 40.0 %  src/hot.js:3',
  );
  await window.screenshot('lines tree functions dark');
  await window.page.locator('.sidebar .monaco-list-row').filter({ hasText: 'late' }).click();
  await lines.cursorIs('long.js', 1499);
  await window.command('Hotframe: Show Hot Lines by Package');
  await window.page.locator('.sidebar .monaco-list-row').filter({ hasText: 'lib' }).waitFor();
  await window.screenshot('lines tree packages dark');
  workspace.writeSettings({ 'hotframe.minimumShare': 100 });
  await window.command('Hotframe: Show Hot Lines by File');
  await window.view('Hot Lines').getByText('Nothing takes 100 % of the time').waitFor();
  assert.equal(await window.view('Hot Lines').locator('.welcome-view .monaco-button').count(), 0);
  workspace.writeSettings({});
  await window.treeRows();
});

once('leads from the flamegraph to where a line is after an edit', async () => {
  await window.openFile('src/hot.js', 1);
  // What is typed before the editor has the cursor there goes elsewhere.
  await lines.cursorIs('hot.js', 1);
  await window.page.keyboard.press('Home');
  await window.page.keyboard.press('Enter');
  await window.page.keyboard.press('Enter');
  await window.lineNoted('hot.js', 12, /^25\.0 %/);
  await window.page.locator('.tab', { hasText: 'Flamegraph' }).click();
  await window.webview().locator('g.frame[aria-label^="fast"]').first().click();
  await lines.cursorIs('hot.js', 12);
  await window.openFile('src/hot.js');
  await window.command('File: Revert File');
});

once('takes everything off the lines with the profile', async () => {
  await window.openFile('src/hot.js');
  await lines.lensesAre('hot.js', hotLenses);
  await window.command('Hotframe: Clear');
  await lines.notesAre('hot.js', {});
  await lines.iconsAre('hot.js', []);
  await lines.lensesAre('hot.js', []);
  await window.until(
    'the hints are gone',
    async () => (await window.editor('hot.js').locator('.squiggly-hint').count()) === 0,
  );
  await window.showView();
  await window.view('Hot Lines').locator('.welcome-view').getByText('Profile Server').waitFor();
  await window.screenshot('lines cleared dark');
});

detail('draws on the files of the run alone where two folders are open', async () => {
  await using two = await VsCodePage.open(browser, server, workspace.writeBoth(server.url));
  await two.watch('two folders', async () => {
    const folders = two.page.locator('.explorer-folders-view .monaco-list-row');
    const second = folders.filter({ hasText: 'other' });
    // A window sometimes reads the workspace's file before it can reach the server's files.
    const isOpen = () =>
      second.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => two.page.reload().then(() => false),
      );
    await two.until('both folders are open', isOpen);
    await two.command('Hotframe: Open Profile…');
    await two.chooseFile('Open Profile', workspace.profile);
    await two.webview().locator('g.frame').first().waitFor();
    for (const [folder, wanted] of [
      ['shop', ['40!', '25!']],
      ['other', []],
    ] as const) {
      // The first of the name in the explorer is of the first folder.
      const rows = two.page.locator('.explorer-folders-view .monaco-list-row');
      const files = rows.filter({ hasText: 'hot.js' });
      if (folder === 'shop') await two.openFile(join(workspace.shop, 'src/hot.js'));
      else await files.last().click();
      const editor = two.page.locator(`.monaco-editor[data-uri$="/${folder}/src/hot.js"]`);
      await editor.locator('.view-line').nth(5).waitFor();
      await two.until(
        `the icons of ${folder} are ${wanted.join()}`,
        async () => (await lines.icons(editor)).join() === wanted.join(),
      );
    }
    await two.screenshot('lines two folders dark');
  });
});
