import type { Browser } from 'playwright-core';
import { pathToFileURL } from 'node:url';
import type { VsCodePage } from '../support/vscodePage.ts';

/**
 * Notes in a frame of the page when the first such element is painted, in milliseconds since 1970; as
 * text, since it runs there. VS Code writes the document of a webview anew, which ends what waits in
 * it: then it begins again.
 */
function watchFor(selector: string): string {
  return `if (window.benchDocument !== document.documentElement) {
    window.benchDocument = document.documentElement;
    const note = () => {
      if (!document.querySelector(${JSON.stringify(selector)})) return false;
      const channel = new MessageChannel();
      channel.port1.onmessage = () => (window.benchPaintedAt ??= Date.now());
      requestAnimationFrame(() => channel.port2.postMessage(null));
      return true;
    };
    if (!note()) {
      new MutationObserver((_, watch) => note() && watch.disconnect()).observe(document, {
        childList: true,
        subtree: true,
      });
    }
  }; window.benchPaintedAt ?? null`;
}

/** When the first such element of a webview is painted, in milliseconds since 1970. */
export async function paintedAtMs(
  { page }: VsCodePage,
  selector: string,
  deadlineS: number,
): Promise<number> {
  const end = performance.now() + deadlineS * 1000;
  while (performance.now() < end) {
    for (const frame of page.frames()) {
      if (frame === page.mainFrame()) continue;
      const painted = await frame.evaluate<number | null>(watchFor(selector)).catch(() => null);
      if (painted !== null) return painted;
    }
    await page.waitForTimeout(50);
  }
  throw new Error(`No ${selector} within ${deadlineS} s`);
}

/** From the start of opening a page of the disk to the end of the frame that shows such an element. */
export async function drawnMs(browser: Browser, file: string, selector: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  try {
    await page.addInitScript(watchFor(selector));
    await page.goto(pathToFileURL(file).href, { waitUntil: 'load' });
    const end = performance.now() + 60_000;
    while (performance.now() < end) {
      const ms = await page.evaluate<number | null>(
        'window.benchPaintedAt === undefined ? null : window.benchPaintedAt - performance.timeOrigin',
      );
      if (ms !== null) return ms;
      await page.waitForTimeout(20);
    }
    throw new Error(`No ${selector} in ${file} within 60 s`);
  } finally {
    await page.close();
  }
}
