import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The environment variable with which tests leave pictures of what they show. */
export const picturesVariable = 'HOTFRAME_TEST_PICTURES';

const folder = join(import.meta.dirname, '../../.cache/screenshots');

/** Saves a picture to look at, if a person has named the tests; else the CPU time is saved. */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  if (process.env[picturesVariable]) await saveScreenshot(page, name, fullPage);
}

/** Saves a picture in .cache/screenshots, such as that of a test that failed. */
export async function saveScreenshot(page: Page, name: string, fullPage = false): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}
