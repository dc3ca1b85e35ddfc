import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

/** The address of a browser that several test files share, one after the other. */
const sharedVariable = 'HOTFRAME_TEST_BROWSER';

/**
 * A real Chromium without a window: the one that is shared, unless it needs `more` arguments. Closing
 * it closes what was opened in it.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const shared = process.env[sharedVariable];
  if (shared && more.length === 0) return chromium.connect(shared);
  return chromium.launch(launchOptions(more));
}

/** A Chromium for the test files that are started with the environment given. */
export async function shareBrowser(): Promise<{
  environment: Record<string, string>;
  close: () => Promise<void>;
}> {
  const server = await chromium.launchServer({ ...launchOptions([]), host: '127.0.0.1' });
  return {
    environment: { [sharedVariable]: server.wsEndpoint() },
    close: () => server.close(),
  };
}

function launchOptions(more: readonly string[]): LaunchOptions {
  return {
    executablePath: findChromium(),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
      ...more,
    ],
  };
}

/** Absolute path or name of its binary; throws an Error with one sentence where there is none. */
export function findChromium(): string {
  const found = chromiumPath();
  if (found !== null) return found;
  throw new Error(
    'No Chromium to test the page in: install the package chromium, or set CHROMIUM to the path of a Chromium or Chrome.',
  );
}

/** What the environment variable CHROMIUM names, the first on PATH, or null. */
export function chromiumPath(): string | null {
  const chosen = process.env['CHROMIUM'];
  if (chosen) return isExecutable(chosen) ? chosen : null;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return (
    ['chromium', 'chromium-browser', 'google-chrome']
      .flatMap((name) => folders.map((folder) => join(folder, name)))
      .find(isExecutable) ?? null
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
