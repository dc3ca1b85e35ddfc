import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The environment variable with which tests leave pictures of what they show. */
export const picturesVariable = 'HOTFRAME_TEST_PICTURES';

const folder = join(import.meta.dirname, '../../.cache/screenshots');

/** Into .cache/screenshots, to be looked at: where a person has named the tests, since a picture takes CPU time. */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  if (process.env[picturesVariable]) await saveScreenshot(page, name, fullPage);
}

/** The same wherever it is. */
export async function saveScreenshot(page: Page, name: string, fullPage = false): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}
