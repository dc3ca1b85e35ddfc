import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from './browser.ts';

/** A page of Chromium's own DevTools, from which their modules can be imported. */
export interface DevToolsPage extends AsyncDisposable {
  page: Page;
}

const startMs = 30_000;

/** Chromium serves the DevTools that it has on its debugging port. */
export async function openDevTools(): Promise<DevToolsPage> {
  const folder = mkdtempSync(join(tmpdir(), 'hotframe-devtools-'));
  const program = spawn(
    findChromium(),
    [
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      ...['--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const end = async (): Promise<void> => {
    const gone = once(program, 'close');
    program.kill('SIGKILL');
    if (program.exitCode === null && program.signalCode === null) await gone;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      const timer = setTimeout(() => reject(new Error(`Chromium did not start: ${said}`)), startMs);
      program.on('error', reject);
      program.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
        if (!found) return;
        clearTimeout(timer);
        resolve(found);
      });
    });
    const browser = await chromium.connectOverCDP(address);
    const page = await browser.contexts()[0]!.newPage();
    await page.goto(`http://${new URL(address).host}/devtools/models/cpu_profile/cpu_profile.js`);
    return {
      page,
      async [Symbol.asyncDispose]() {
        await browser.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
