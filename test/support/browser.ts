import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type LaunchOptions, type Page } from 'playwright-core';
import { guard } from './guard.ts';

/** The address of a browser that several test files share, one after the other. */
const sharedVariable = 'HOTFRAME_TEST_BROWSER';

/** The connection to it, one for all test files of this process. */
let shared: Promise<Browser> | undefined;

/**
 * A real Chromium without a window: the one that is shared, unless it needs `more` arguments. Closing
 * it closes the contexts that were opened in it.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const address = process.env[sharedVariable];
  if (!address || more.length > 0) return chromium.launch(launchOptions(more));
  return (shared ??= chromium.connectOverCDP(address));
}

/**
 * The page of a shared browser that stays open from file to file, where nothing is open in it. A
 * program that was open in it before starts in half of the CPU time, since its code is still compiled.
 */
export async function lastingPage(browser: Browser): Promise<Page | null> {
  if (browser !== (await shared)) return null;
  const pages = browser.contexts()[0]?.pages() ?? [];
  return pages.find((page) => page.url() === 'about:blank') ?? null;
}

/** A Chromium for the test files that are started with the environment given. */
export async function shareBrowser(): Promise<{
  environment: Record<string, string>;
  close: () => Promise<void>;
}> {
  // Not by Playwright, which would follow each page a second time from this process.
  const { address, close } = await startChromium();
  return { environment: { [sharedVariable]: address }, close };
}

const startMs = 30_000;

/**
 * Starts the first of the names in PATH, with files of its own, for whoever connects to `address`; it
 * does not outlive this process. Throws an Error where it does not start.
 */
export async function startChromium(names = anyChromium): Promise<{
  address: string;
  close: () => Promise<void>;
}> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'hotframe-browser-'));
  const child = spawn(
    findChromium(names),
    [
      ...quiet,
      ...['--headless', '--hide-scrollbars', '--mute-audio', '--no-first-run'],
      ...['--force-color-profile=srgb', '--disable-back-forward-cache'],
      ...['--disable-background-timer-throttling', '--disable-renderer-backgrounding'],
      ...['--disable-backgrounding-occluded-windows', '--disable-component-update'],
      ...[`--user-data-dir=${folder}`, '--remote-debugging-port=0', 'about:blank'],
    ],
    {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      // A Chromium that is killed leaves temporary files, which are removed with its folder.
      env: { ...process.env, TMPDIR: folder },
    },
  );
  guard(child, [folder]);
  const close = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid!, 'SIGKILL');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  let said = '';
  const starting = new Promise<string>((resolve, reject) => {
    const fail = () => reject(new Error(`Chromium did not start: ${said}`));
    const timer = setTimeout(fail, startMs);
    child.once('error', reject).once('exit', fail);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
  try {
    return { address: await starting, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Without a sandbox, which a root user can't have, and without anything that asks the network. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
];

function launchOptions(more: readonly string[]): LaunchOptions {
  return { executablePath: findChromium(), args: [...quiet, ...more] };
}

/** A browser whole, with its DevTools. */
export const wholeChromium = ['chromium', 'chromium-browser', 'google-chrome'];

/** The one without a window of its own takes a fifth less time. */
const anyChromium = ['chromium-headless-shell', ...wholeChromium];

/** Absolute path or name of its binary; throws an Error with one sentence where there is none. */
export function findChromium(names = anyChromium): string {
  const found = chromiumPath(names);
  if (found !== null) return found;
  throw new Error(
    'No Chromium to test the page in: install the package chromium, or set CHROMIUM to the path of a Chromium or Chrome.',
  );
}

/** What the environment variable CHROMIUM names, the first of the names on PATH, or null. */
export function chromiumPath(names = anyChromium): string | null {
  const chosen = process.env['CHROMIUM'];
  if (chosen) return isExecutable(chosen) ? chosen : null;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
