import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { speedscopeText } from '../../src/analysis/export/speedscope.ts';
import { peerFolder, peerLabel } from './peers.ts';
import type { ViewerPage } from './viewerPage.ts';

/**
 * speedscope's released page with the profile in its own format. It draws with WebGL, and labels on
 * a second canvas in the same frame: a label that is written says that a flamegraph is there.
 */
export const speedscope: ViewerPage = {
  name: peerLabel('speedscope'),
  prepare(folder, { profile, report }) {
    writeFileSync(join(folder, 'profile.json'), speedscopeText(profile, report));
    return Promise.resolve('index.html#profileURL=profile.json');
  },
  shown: `(() => {
    if (!window.benchLabels && window.CanvasRenderingContext2D) {
      window.benchLabels = { count: 0 };
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (...args) {
        window.benchLabels.count++;
        return fillText.apply(this, args);
      };
    }
    return window.benchLabels?.count > 0;
  })()`,
  async zoom(page, place) {
    // The view that puts equal stacks together, as ours does.
    await page.keyboard.press('2');
    const x = 60 + 1000 * (place - 0.2);
    for (const y of rows) {
      await page.mouse.move(x, y);
      await page.waitForTimeout(settleMs);
      const ms = await doubleClickMs(page, x, y);
      if (ms === null) continue;
      await page.keyboard.press('0');
      await page.waitForTimeout(settleMs);
      return ms;
    }
    throw new Error('there was nothing to zoom into');
  },
};

/** CSS pixels from the top: below the frames that every stack has. */
const rows = [310, 290, 270, 330, 250];
/** After which it draws nothing more of what was done before. */
const settleMs = 500;

/** To the end of the frame that it draws next; null where the double click hit nothing. */
async function doubleClickMs(page: Page, x: number, y: number): Promise<number | null> {
  // Not to be its value, which would be waited for.
  await page.evaluate(`void (() => {
    const channel = new MessageChannel();
    window.benchZoom = new Promise((settle) => {
      addEventListener('dblclick', ({ timeStamp }) => {
        const before = window.benchLabels.count;
        channel.port1.onmessage = () => settle(performance.now() - timeStamp);
        const look = () => {
          if (performance.now() - timeStamp > 2000) return void settle(null);
          if (window.benchLabels.count === before) return void requestAnimationFrame(look);
          channel.port2.postMessage(null);
        };
        // After what the page itself asks for in this frame.
        setTimeout(() => requestAnimationFrame(look));
      }, { capture: true, once: true });
    });
  })()`);
  await page.mouse.dblclick(x, y);
  return page.evaluate<number | null>('window.benchZoom');
}

/** The folder of its page. */
export async function speedscopeFolder(): Promise<string> {
  return join(await peerFolder('speedscope'), 'dist/release');
}
