import { createReadStream, statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import type { SavedRun } from '../../src/analysis/saved/savedRun.ts';
import { launchBrowser } from '../support/browser.ts';

/** A page that shows a profile, from this machine, in a browser of its own. */
export interface ViewerPage {
  /** For the table. */
  name: string;
  /** Writes its files into the folder; the address below it to open. */
  prepare(folder: string, run: SavedRun): Promise<string>;
  /** A script: truthy once the flamegraph is in the page. */
  shown: string;
  /** Milliseconds from asking to zoom to the end of the browser's frame that has it, and back out; `place` is 0…1. */
  zoom(page: Page, place: number): Promise<number>;
}

/** What a page took, once, as far as it came; a sentence where it failed. */
export interface PageTimes {
  firstMs: number[];
  zoomMs: number[];
  failure: string | null;
}

/** Longer is no viewer. */
const deadlineMs = 60_000;
/** WebGL without a graphics card. */
const withWebGl = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** From the start of the navigation to the end of the frame that shows the flamegraph; then zooms. */
export async function timePage(viewer: ViewerPage, url: string, zooms: number): Promise<PageTimes> {
  const browser = await launchBrowser(withWebGl);
  const found: PageTimes = { firstMs: [], zoomMs: [], failure: null };
  const late = AbortSignal.timeout(deadlineMs + 15_000);
  try {
    const context = await browser.newContext({
      viewport: { width: 1400, height: 900 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const failed = new Promise<never>((_, fail) => {
      page.on('crash', () => fail(new Error('the page crashed')));
      late.addEventListener('abort', () => fail(lateError()));
    });
    failed.catch(() => undefined);
    await page.addInitScript(`(() => {
      ${untilPainted(viewer.shown, 'window.benchShownMs = performance.now()')}
    })();`);
    // A page of the same origin, so that the browser has a process for it.
    await page.goto(new URL('none', url).href);
    await Promise.race([failed, time(page, viewer, url, zooms, found)]);
    return found;
  } catch (error) {
    const failure = error instanceof Error ? error.message.split('\n')[0]! : String(error);
    return { ...found, failure };
  } finally {
    await browser.close();
  }
}

async function time(
  page: Page,
  viewer: ViewerPage,
  url: string,
  zooms: number,
  found: PageTimes,
): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' });
  const shown = await page
    .waitForFunction(() => (globalThis as { benchShownMs?: number }).benchShownMs, undefined, {
      timeout: deadlineMs,
      polling: 100,
    })
    .catch(() => Promise.reject(lateError()));
  found.firstMs.push(Number(await shown.jsonValue()));
  for (let i = 1; i <= zooms; i++) found.zoomMs.push(await viewer.zoom(page, i / zooms));
}

function lateError(): Error {
  return new Error(`over ${deadlineMs / 1000} s`);
}

/** A script: does something when the browser has made its first frame in which an expression is true. */
export function untilPainted(expression: string, then: string): string {
  return `const look = () => {
    if (!(${expression})) return void requestAnimationFrame(look);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => { ${then}; };
    requestAnimationFrame(() => channel.port2.postMessage(null));
  };
  look();`;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

/** The folders' files over HTTP on this machine: pages may not read files next to them. */
export async function serveFolders(
  folders: readonly string[],
): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const path = folders.map((folder) => join(folder, name)).find(isFile);
    // With words: the browser would take an empty answer for a failure.
    if (path === undefined) return void response.writeHead(404).end('not found');
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-length': statSync(path).size,
    });
    createReadStream(path).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
