import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { benchActivation } from './editorActivation.ts';
import { benchLines } from './editorLines.ts';
import { benchOpening } from './editorOpening.ts';
import type { Section } from './section.ts';

/** How long a person waits for the editor, in a real VS Code with the extension as it is packed. */
export const editorBenches = {
  activation: inBrowser(benchActivation),
  lines: inBrowser(benchLines),
  opening: inBrowser(benchOpening),
};

/** A part that needs a browser, with one of its own. */
export function inBrowser(
  bench: (browser: Browser, folder: string) => Promise<Section[]>,
): (folder: string) => Promise<Section[]> {
  return async (folder) => {
    const browser = await launchBrowser();
    try {
      return await bench(browser, folder);
    } finally {
      await browser.close();
    }
  };
}
