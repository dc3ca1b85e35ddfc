import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** `npm run build` puts them there. */
export const pageAssets = join(import.meta.dirname, '../../dist/page');

/** An open page and everything that must not happen in it. */
export interface OpenPage extends AsyncDisposable {
  page: Page;
  /** Errors, console lines, dialogs, refused content and requests; to be empty. */
  troubles: string[];
}

/** Pages without options of their own that are open and of no use any more: a new one takes longer. */
const freePages = new WeakMap<Browser, Page>();

/** Opens the page as a person would: from a file, with the network off. */
export async function openPage(
  browser: Browser,
  html: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const folder = mkdtempSync(join(tmpdir(), 'hotframe-page-'));
  const file = join(folder, 'page.html');
  writeFileSync(file, html);
  const isPlain = Object.keys(options).length === 0;
  const free = isPlain && freePages.get(browser);
  if (isPlain) freePages.delete(browser);
  const page = free || (await newPage(browser, options));
  page.setDefaultTimeout(10_000);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  // Chromium reports each violation of the Content-Security-Policy here, too.
  page.on('console', (message) => troubles.push(`console: ${message.text()}`));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href) troubles.push(`request: ${request.url()}`);
  });
  await page.goto(pathToFileURL(file).href);
  return {
    page,
    troubles,
    async [Symbol.asyncDispose]() {
      page.removeAllListeners();
      if (isPlain) await page.goto('about:blank');
      if (isPlain) freePages.set(browser, page);
      else await page.context().close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const looks = { offline: true, reducedMotion: 'reduce', ...options } as const;
  const context = await browser.newContext(looks);
  return context.newPage();
}

/** The drawn frames as rows of text: indent by depth, then the label. */
export async function drawnFrames(page: Page): Promise<string[]> {
  await settled(page);
  return page.locator('g.frame').evaluateAll((frames) =>
    frames.map((frame) => {
      const depth = Number(frame.getAttribute('aria-level')) - 1;
      return `${'  '.repeat(depth)}${frame.querySelector('text')?.textContent ?? ''}`;
    }),
  );
}

/** Waits until the graph shows the answer to the last question. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.graph[aria-busy="false"]').waitFor({ state: 'attached' });
}

export function assertNoTroubles({ troubles }: OpenPage): void {
  assert.deepEqual(troubles, []);
}
