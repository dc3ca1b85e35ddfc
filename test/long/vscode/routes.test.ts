import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { VsCodePage } from '../../support/vscodePage.ts';
import { littleLoad, openWindow } from '../../vscode/testWindow.ts';
import { WorkspaceCopy } from '../../vscode/workspaceCopy.ts';

/** Answers 201 to a POST with the right body and type, else 415; its router's prefix is in the file. */
const ordersServer = `
import express from 'express';
const app = express();
const orders = express.Router();
function sum(until) {
  let all = 0;
  for (let at = 0; at < until; at++) all += at % 7;
  return all;
}
function create(request, response) {
  const isRight = request.params.shop === 'north' && request.body.quantity === 3;
  response.status(isRight ? 201 : 415).json({ all: sum(200_000) });
}
orders.post('/:shop/orders', express.json(), create);
app.use('/shops', orders);
app.listen(0, '127.0.0.1');
`;

/** What the lenses above routes say and ask in turn; the first of it is in vscode/run too. */

const copy = new WorkspaceCopy('example');
const appFile = 'app.ts';
writeFileSync(
  join(copy.path, 'src/client.ts'),
  `import { api } from './api.js';
export const load = () => api.get('/x', {});\n`,
);
const settings = { ...littleLoad, 'hotframe.load.warmup': 0.5, 'hotframe.load.duration': 2 };
const { window, server, browser, step } = await openWindow(copy, { settings });

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
  await window.webview().getByText(url).first().waitFor();
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
  await window.quickPickRows();
  await window.choose('npm run start');
  await window.asked('Value of id');
  await window.screenshot('route parameter dark');
  assert.equal(await window.typed(), '');
  await window.page.keyboard.press('Enter');
  assert.match(await window.inputProblem(), /A value is needed/);
  // The problem stands in the place of the question.
  await window.answer('Profile GET /invoices/:id', '7');
  await profiled('/invoices/7');
  await window.showTab(appFile);
  await window.until('a hot line is marked', async () => (await window.gutterIcons(appFile)) > 0);
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
  const frame = window.webview().getByText(/^GET \/invoices\/:id [\d.]+ %$/);
  const share = /[\d.]+ %/.exec((await frame.first().textContent()) ?? '')?.[0] ?? 'no share';
  await lens(new RegExp(`· ${share} total`)).waitFor();
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
  await window.notified('the first was 404');
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

step('send a body that is asked for once, below the prefix that the file says', async () => {
  using shop = new WorkspaceCopy('express-deps');
  writeFileSync(join(shop.path, 'package.json'), '{ "type": "module", "main": "server.js" }');
  const file = join(shop.path, 'server.js');
  writeFileSync(file, ordersServer);
  await using own = await VsCodePage.open(browser, server, shop.path);
  await own.watch('body of a route', async () => {
    const lenses = own.editor('server.js').locator('.codelens-decoration a');
    const post = lenses.filter({ hasText: /^Profile POST \/shops\/:shop\/orders/ });
    await own.openFile('server.js');
    await post.click();
    // The list is drawn whole.
    await own.quickPickRows();
    await own.choose('server.js');
    await own.answer('Value of shop', 'north');
    await own.asked('Body of every request');
    assert.equal(await own.typed(), '{}');
    await own.screenshot('route body dark');
    await own.answer('Body of every request', '{ "quantity": 3 }');
    await own.webview().getByText('/shops/north/orders').first().waitFor();
    await own.showTab('server.js');
    const title = /^Profile POST \/shops\/:shop\/orders · [\d.]+ % of the time$/;
    await lenses.filter({ hasText: title }).waitFor();
    await own.screenshot('route of a named handler dark');

    writeFileSync(file, `${ordersServer}orders.get('/:shop', create);\n`);
    await lenses.filter({ hasText: /^Profile GET \/shops\/:shop$/ }).waitFor();
    await post.filter({ hasText: /orders$/ }).waitFor();
  });
});
