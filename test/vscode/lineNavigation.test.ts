import assert from 'node:assert/strict';
import { DrawnLines } from './drawnLines.ts';
import { LinesWorkspace } from './linesWorkspace.ts';
import { openWindow } from './testWindow.ts';

/** The ways from hot line to hot line, in the window of a saved run. */

const workspace = new LinesWorkspace();
const { window, step, detail } = await openWindow(workspace, {}, () => lines.openProfile());
const lines = new DrawnLines(window, workspace);

step('goes from hot line to hot line across files, hottest first, and back', async () => {
  await lines.openProfile();
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
  await window.page.locator('.activitybar .action-label[aria-label^="Hotframe"]').click();
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

step('leads from the flamegraph to where a line is after an edit', async () => {
  await window.openFile('src/hot.js', 1);
  await window.page.keyboard.press('Home');
  await window.page.keyboard.press('Enter');
  await window.page.keyboard.press('Enter');
  await window.lineNoted('hot.js', 12, /^25\.0 %/);
  await window.page.locator('.tab', { hasText: 'Flamegraph' }).click();
  await window.webview().locator('g.frame[aria-label^="fast"]').first().click();
  await lines.cursorIs('hot.js', 12);
});
