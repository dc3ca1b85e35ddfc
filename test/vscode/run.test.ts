import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { profileWithOptions } from './profileWithOptions.ts';
import { openWindow } from './testWindow.ts';
import { exampleWithManyInvoices, manyInvoices } from './workspaceCopy.ts';

/** One window from the first run to the reload: each test goes on where the one before has ended. */

const example = exampleWithManyInvoices();
writeFileSync(
  join(example.path, 'src/client.ts'),
  `import { api } from './api.js';
export const load = () => api.get('/x', {});\n`,
);
const { window, server, step, detail, once } = await openWindow(example, {
  settings: { 'hotframe.load.warmup': 1, 'hotframe.load.duration': 2 },
});

const routeLens = (title: string) =>
  window
    .editor('app.ts')
    .locator('.codelens-decoration a')
    .filter({ hasText: new RegExp(`^Profile ${title}(?!\\S)`) });

/** As a percentage, from a note at the end of a line. */
function shareOf(note: string): number {
  const share = /^([\d.]+) %/.exec(note)?.[1];
  assert.ok(share, `a share is in ${JSON.stringify(note)}`);
  return Number(share);
}

once('offers to profile each route before anything was, and nothing else', async () => {
  await window.openFile('src/client.ts');
  await window.openFile('src/app.ts');
  await routeLens('GET /invoices').waitFor();
  await routeLens('GET /invoices/:id').waitFor();
  assert.equal(await window.editor('app.ts').locator('.codelens-decoration').count(), 2);
});

step('profiles the server from the palette and opens the flamegraph of the own code', async () => {
  await window.openFile('src/fingerprint.ts');
  await profileWithOptions(window, { launch: 'npm run start', path: manyInvoices, seconds: 4 });
  await window.statusItem(/launching|warming/).waitFor();
  await window.statusItem(/Hotframe: [\d\s.]+ req\/s/).waitFor();
  await window.screenshot('measuring dark');
  assert.equal(server.runFolders().length, 1);

  await window.webview().locator('g.frame').first().waitFor();
  const pressed = window.webview().locator('.toggle[aria-pressed="true"]');
  assert.deepEqual(await pressed.locator('.toggle-name').allInnerTexts(), ['app']);
  await window.statusItem(/req\/s, [\d.]+ m?s/).waitFor();
  assert.deepEqual(server.runProcesses(), []);
  assert.deepEqual(server.runFolders(), []);
});

step(
  'writes the share and the reason at the end of the line that V8 keeps deoptimizing',
  async () => {
    const note = await window.lineNoted('fingerprint.ts', 17, /⚠ deopt ×\d+ wrong map/);
    assert.ok(shareOf(note) > 0, note);
    assert.ok((await window.gutterIcons('fingerprint.ts')) >= 2);
    await window.screenshot('profile dark');
  },
);

once('says more of a hot line in its hover', async () => {
  const hover = await window.hover('fingerprint.ts', 25);
  assert.match(hover, /[\d.]+ % self · [\d.]+ % own.* · [\d.]+ % total/);
  await window.screenshot('hover dark');
  await window.page.keyboard.press('Escape');
});

once(
  'shows what requests wait for in the place of the flamegraph, and leads to the code',
  async () => {
    const view = window.webview();
    await view.getByRole('radio', { name: 'Waits' }).check({ force: true });
    const timeline = view.locator('.timeline').first();
    const title = await timeline.getByRole('heading').innerText();
    assert.match(title, /^A typical request \(p50\): [\d.]+ m?s$/);
    const line = timeline.locator('button.timeline-label').first();
    const [, name = '', number] = /([\w.]+):(\d+)/.exec(await line.innerText()) ?? [];
    await line.click();
    await window.until(`${name} is at ${number}`, async () => {
      return (await window.activeLine(name)) === Number(number);
    });
    await view.getByRole('radio', { name: 'CPU', exact: true }).check({ force: true });
    await window.openFile('src/fingerprint.ts');
  },
);

once(
  'leads from the marker to why the function is not optimized, and back to its line',
  async () => {
    await window.hover('fingerprint.ts', 17);
    const why = window.page.locator('.monaco-hover:visible').getByRole('link');
    await why.filter({ hasText: 'Why is it not optimized?' }).click();
    const view = window.webview();
    await view.getByRole('heading', { level: 1, name: 'canonicalText', exact: true }).waitFor();
    const text = await view.locator('main').innerText();
    assert.match(text, /V8 optimized it again and again/);
    assert.match(text, /What helps: Give all objects/);
    await window.openFile('src/money.ts');
    await view.getByRole('button', { name: 'src/fingerprint.ts:17' }).first().click();
    await window.until(
      'the cursor is on line 17',
      async () => (await window.activeLine('fingerprint.ts')) === 17,
    );
    await window.page.locator('.tab', { hasText: 'Why' }).first().click();
    await window.command('View: Close Editor');
    await window.webview().locator('g.frame').first().waitFor();
  },
);

once(
  'opens the TypeScript source at the line of a frame that is clicked, without taking the keyboard',
  async () => {
    const frame = window.webview().locator('g.frame[aria-label^="renderTerms"]').first();
    await frame.click();
    await window.editor('renderInvoice.ts').waitFor();
    await window.until(
      'the cursor is on line 53',
      async () => (await window.activeLine('renderInvoice.ts')) === 53,
    );
    const focused = await window.page.evaluate(() => document.activeElement?.tagName);
    assert.equal(focused, 'IFRAME');
  },
);

once('gives the line that calls the Markdown package the highest share of the file', async () => {
  await window.lineNoted('renderInvoice.ts', 53, /^[\d.]+ %/);
  const notes = await window.lineNotes('renderInvoice.ts');
  const shares = [...notes].map(([line, note]) => [line, shareOf(note)] as const);
  const [hottest] = shares.sort((a, b) => b[1] - a[1]);
  assert.equal(hottest?.[0], 53);
});

once('charges less to the line once the package that it calls is drawn itself', async () => {
  const frame = window.webview().locator('g.frame[aria-label^="renderTerms"]').first();
  const self = async (): Promise<number> =>
    Number(/self <?([\d.]+) %/.exec((await frame.getAttribute('aria-label')) ?? '')?.[1]);
  const folded = await self();
  const toggle = window.webview().locator('.toggle[data-name="marked"]');
  // A package with little JavaScript of its own is behind a button.
  const more = window.webview().getByRole('button', { name: /more packages?$/ });
  if ((await toggle.count()) === 0) await more.click();
  await toggle.click();
  await window.webview().locator('g.frame[aria-label^="lex,"]').first().waitFor();
  const alone = await self();
  assert.ok(alone < folded / 2, `${folded} % became ${alone} %`);
  await toggle.click();
  await window.until('the share is back', async () => (await self()) === folded);
});

once('says that a function has changed since the run, until that is undone', async () => {
  // First the keyboard has to be in the editors' half of the window.
  await window.showTab('fingerprint.ts');
  await window.openFile('src/fingerprint.ts', 17);
  const asItWas = await window.lineNoted('fingerprint.ts', 17, /⚠ deopt/);
  await window.page.keyboard.press('End');
  await window.page.keyboard.type(' // slow');
  await window.lineNoted('fingerprint.ts', 17, /changed since the run/);
  assert.doesNotMatch(await window.lineNote('fingerprint.ts', 25), /changed/);
  await window.screenshot('stale dark');

  await window.page.keyboard.press('Control+Home');
  await window.page.keyboard.press('Enter');
  await window.lineNoted('fingerprint.ts', 18, /changed since the run/);

  await window.until('the note is as it was', async () => {
    await window.page.keyboard.press('Control+z');
    return (await window.lineNote('fingerprint.ts', 17)) === asItWas;
  });
});

detail('brings the profile and the flamegraph back when the window is reloaded', async () => {
  await window.reload();
  await window.lineNoted('fingerprint.ts', 17, /⚠ deopt ×\d+ wrong map/);
  await window.webview().locator('g.frame[aria-label^="renderTerms"]').first().waitFor();
  await window.statusItem(/req\/s, [\d.]+ m?s/).waitFor();
});

for (const theme of ['Light Modern', 'Dark High Contrast', 'Light High Contrast']) {
  detail(`shows the same in ${theme}`, async () => {
    await window.useTheme(theme);
    await window.lineNoted('fingerprint.ts', 17, /⚠ deopt/);
    await window.webview().locator('g.frame').first().waitFor();
    await window.screenshot(`profile ${theme.toLowerCase()}`);
  });
}

once('lists the hot lines in a view of their own, hottest first', async () => {
  await window.showView();
  const rows = await window.treeRows();
  assert.match(rows[0] ?? '', /renderInvoice|fingerprint|app\.ts/);
  await window.screenshot('hot lines dark');
});

once('stops the next run by a click on the status bar, and leaves nothing', async () => {
  await window.command('Hotframe: Profile Server Again');
  await window.statusItem(/Hotframe: [\d\s.]+ req\/s/).click();
  await window.statusItem('Hotframe:').waitFor({ state: 'detached' });
  assert.deepEqual(server.runProcesses(), []);
  assert.deepEqual(server.runFolders(), []);
  await window.notification('Profiling').waitFor({ state: 'detached' });
});

once('asks for the value of a parameter of a route, and profiles that', async () => {
  await window.openFile('src/app.ts');
  await routeLens('GET /invoices/:id').click();
  await window.asked('Value of id');
  await window.page.keyboard.press('Enter');
  assert.match(await window.inputProblem(), /A value is needed/);
  // The problem stands in the place of the question.
  await window.answer('Profile GET /invoices/:id', '7');
  await window.webview().getByText('/invoices/7').first().waitFor();
  await window.statusItem(/req\/s, [\d.]+ m?s/).waitFor();
});
