import { aptInstall, canInstall } from '../support/aptInstall.ts';
import { chromiumPath } from '../support/browser.ts';

/** Makes sure that there is a browser for the views and the editor; the sentence is why there is none. */
export async function installChromium(): Promise<string | null> {
  if (chromiumPath() !== null) return null;
  if (!canInstall()) {
    return 'The tests of the views and the editor need Chromium: install it, or name its binary in CHROMIUM.';
  }
  // The second is the faster one, and not in each Debian; the first has the DevTools.
  let problem = await aptInstall('chromium', 'chromium-headless-shell');
  if (problem !== null) problem = await aptInstall('chromium');
  if (problem !== null) {
    return `The tests of the views and the editor need Chromium, which apt-get could not install: ${problem}`;
  }
  return chromiumPath() === null
    ? 'The tests of the views and the editor need Chromium, which is not in PATH.'
    : null;
}
