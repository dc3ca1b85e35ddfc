import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { CodeServer } from '../support/codeServer.ts';
import { VsCodePage } from '../support/vscodePage.ts';
import { WorkspaceCopy } from './exampleWindow.ts';

/** The lenses above routes, from a window in which nothing was profiled yet. */

const copy = new WorkspaceCopy('example');
const appFile = 'app.ts';
let server: CodeServer;
let browser: Browser;
let window: VsCodePage;

before(async () => {
  writeFileSync(
    join(copy.path, 'src/client.ts'),
    `import { api } from './api.js';
export const load = () => api.get('/x', {});\n`,
  );
  const settings = { 'hotframe.load.warmup': 0.5, 'hotframe.load.duration': 2 };
  [server, browser] = await Promise.all([CodeServer.start({ settings }), launchBrowser()]);
  window = await VsCodePage.open(browser, server, copy.path);
});

after(async () => {
  await browser?.close();
  await server?.stop();
  copy[Symbol.dispose]();
});

function step(name: string, body: () => Promise<void>): void {
  test(name, () => window.watch(name, body));
}

function lens(title: string | RegExp): Locator {
  return window
    .editor(appFile)
    .locator('.codelens-decoration a')
    .filter({ hasText: typeof title === 'string' ? new RegExp(`^${title}$`) : title });
}

function useSettings(settings: Record<string, unknown>): void {
  const all = { 'hotframe.load.url': '/invoices/120', ...settings };
  writeFileSync(join(copy.path, '.vscode/settings.json'), JSON.stringify(all));
}

async function profiled(url: string): Promise<void> {
  await window.webview().getByText(url).first().waitFor({ timeout: 60_000 });
  await window.statusItem('Hotframe:').waitFor({ state: 'detached' });
}

step('stand above routes before anything was profiled, and above nothing else', async () => {
  await window.openFile('src/client.ts');
  await window.openFile('src/app.ts');
  await lens('Profile GET /invoices').waitFor();
  await lens('Profile GET /invoices/:id').waitFor();
  assert.equal(await window.editor(appFile).locator('.codelens-decoration').count(), 2);
  await window.screenshot('route lenses dark');
});

step('ask for the value of a parameter, load the route, and mark the hot lines', async () => {
  await lens('Profile GET /invoices/:id').click();
  await window.choose('npm run start');
  await window.asked('Value of id');
  await window.screenshot('route parameter dark');
  assert.equal(await window.typed(), '');
  await window.page.keyboard.press('Enter');
  assert.match(await window.inputProblem(), /A value is needed/);
  // The problem stands in the place of the question.
  await window.answer('Profile GET /invoices/:id', '7');
  await profiled('/invoices/7');
  await window.openFile('src/renderInvoice.ts');
  await window.until(
    'a hot line is marked',
    async () => (await window.gutterIcons('renderInvoice.ts')) > 0,
  );
});

step('say the share of the time that the route had, once', async () => {
  await window.openFile('src/app.ts');
  await lens(/^[\d.]+ % self · [\d.]+ % total/).waitFor();
  await lens('Profile GET /invoices/:id').waitFor();
  await window.screenshot('route share dark');
  useSettings({ 'hotframe.codeLens': false });
  await lens(/^Profile GET \/invoices\/:id · [\d.]+ % of the time$/).waitFor();
  await lens('Profile GET /invoices').waitFor();
  const title = (await lens(/^Profile GET \/invoices\/:id/).innerText()).replaceAll('\u00a0', ' ');
  const share = Number(/· ([\d.]+) %/.exec(title)?.[1]);
  assert.ok(share > 50 && share <= 100, title);
  await window.screenshot('route share alone dark');
  useSettings({});
  await lens('Profile GET /invoices/:id').waitFor();
});

step('ask nothing the second time', async () => {
  await lens(/^Profile GET \/invoices\/:id/).click();
  await window.statusItem('Hotframe:').first().waitFor();
  await profiled('/invoices/7');
});

step('change the request of a route, and remember it', async () => {
  const edit = window.editor(appFile).locator('.codelens-decoration a .codicon-edit');
  await edit.last().click();
  await window.asked('The path that is requested');
  assert.equal(await window.typed(), '/invoices/7');
  await window.type('/invoices/:id');
  assert.match(await window.inputProblem(), /A value is needed in the place of :id/);
  await window.screenshot('route edit dark');
  await window.answer('Profile GET /invoices/:id', '/invoices/120');
  await profiled('/invoices/120');
  await lens(/^Profile GET \/invoices\/:id/).click();
  await window.statusItem('Hotframe:').first().waitFor();
  await profiled('/invoices/120');
});

step('remember another path for the route that answered 404, and not for the folder', async () => {
  await window.command('Hotframe: Clear');
  const edit = window.editor(appFile).locator('.codelens-decoration a .codicon-edit');
  await edit.last().click();
  await window.answer('The path that is requested', '/invoices/none');
  await window.notified('the first was 404', 60_000);
  await window.pressButton('the first was 404', 'Choose Another URL…');
  await window.answer('The path that is loaded', '/invoices/9');
  await profiled('/invoices/9');
  await edit.last().click();
  await window.asked('The path that is requested');
  assert.equal(await window.typed(), '/invoices/9');
  await window.page.keyboard.press('Escape');
  await window.command('Hotframe: Profile With Options…');
  await window.choose('One request');
  await window.asked('(1/5)');
  assert.equal(await window.typed(), '/invoices/120', 'the setting of the folder');
  await window.page.keyboard.press('Escape');
});

step('go with their setting', async () => {
  useSettings({ 'hotframe.routeLenses': false });
  await lens(/^Profile GET/)
    .first()
    .waitFor({ state: 'detached' });
});
