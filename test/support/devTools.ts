import { chromium, type Page } from 'playwright-core';
import { startChromium, wholeChromium } from './browser.ts';

/** A page of Chromium's own DevTools, from which their modules can be imported. */
export interface DevToolsPage extends AsyncDisposable {
  page: Page;
}

/** Chromium serves the DevTools that it has on its debugging port. */
export async function openDevTools(): Promise<DevToolsPage> {
  const { address, close } = await startChromium(wholeChromium);
  try {
    const browser = await chromium.connectOverCDP(address);
    const page = await browser.contexts()[0]!.newPage();
    await page.goto(`http://${new URL(address).host}/devtools/models/cpu_profile/cpu_profile.js`);
    return {
      page,
      async [Symbol.asyncDispose]() {
        await browser.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
