import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { CodeServer } from '../support/codeServer.ts';
import { VsCodePage } from '../support/vscodePage.ts';
import { profileWithOptions } from './profileWithOptions.ts';
import { WorkspaceCopy } from './workspaceCopy.ts';

/** `npm run update:pictures` takes the pictures of the README and the walkthrough anew. */

const media = join(import.meta.dirname, '../../media');
const walkthrough = join(media, 'walkthrough');
mkdirSync(walkthrough, { recursive: true });

using example = new WorkspaceCopy('example');
await using server = await CodeServer.start({
  settings: { 'hotframe.load.warmup': 2, 'hotframe.load.connections': 10 },
});
const browser = await launchBrowser();
try {
  const window = await VsCodePage.open(browser, server, example.path, {
    width: 1680,
    height: 1050,
  });
  const { page } = window;

  await window.openFile('src/renderInvoice.ts', 58);
  await profileWithOptions(window, {
    launch: 'npm run start',
    path: '/invoices/120',
    connections: 10,
    seconds: 8,
  });
  await window.notification('Measuring').waitFor();
  await window.notification(/Measuring, [34] s left/).waitFor();
  await picture('run', 1180, 850, 500, 200);
  await window.webview().locator('g.frame').first().waitFor();
  await window.lineNoted('renderInvoice.ts', 53, /^[\d.]+ %/);
  await window.notification('Profiling').waitFor({ state: 'detached' });
  await window.showView();
  await window.treeRows();
  // They name this machine's folders.
  await window.webview().locator('.run-details summary').click();
  await page.screenshot({ path: join(media, 'screenshot.png') });

  await pictureOfGraph();
  await window.showTab('renderInvoice.ts');
  await window.command('View: Close Editors in Other Groups');
  await window.openFile('src/fingerprint.ts', 17);
  await window.lineNoted('fingerprint.ts', 17, /⚠ deopt/);
  await pictureOfLines('lines');
  await page.keyboard.press('End');
  await page.keyboard.type(' // faster?');
  await window.lineNoted('fingerprint.ts', 17, /changed since the run/);
  await pictureOfLines('again');

  async function pictureOfGraph(): Promise<void> {
    const above = await boxOf(window.webview().locator('.above-graph'));
    const graph = await boxOf(window.webview().locator('.graph'));
    const height = graph.y + Math.min(graph.height, 240) - above.y;
    await picture('flamegraph', above.x - 8, above.y - 8, above.width + 16, height + 16);
  }

  /** The two functions at the end of the file. */
  async function pictureOfLines(name: string): Promise<void> {
    const { x, y } = await boxOf(window.editor('fingerprint.ts'));
    await picture(name, x, y + 240, 1020, 320);
  }

  async function boxOf(what: Locator) {
    const box = await what.first().boundingBox();
    if (!box) throw new Error(`${String(what)} is not in sight`);
    return box;
  }

  async function picture(
    name: string,
    x: number,
    y: number,
    width: number,
    height: number,
  ): Promise<void> {
    await page.screenshot({
      path: join(walkthrough, `${name}.jpg`),
      clip: { x, y, width, height },
      type: 'jpeg',
      quality: 70,
    });
  }
} finally {
  await browser.close();
}
