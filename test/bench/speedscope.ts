import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    await page.evaluate(`{
      const channel = new MessageChannel();
      window.benchZoom = new Promise((settle, fail) => {
        setTimeout(() => fail(new Error('no zoom')), 20_000);
        addEventListener('dblclick', ({ timeStamp }) => {
          const before = window.benchLabels.count;
          channel.port1.onmessage = () => settle(performance.now() - timeStamp);
          const look = () => {
            if (window.benchLabels.count === before) return void requestAnimationFrame(look);
            requestAnimationFrame(() => channel.port2.postMessage(null));
          };
          requestAnimationFrame(look);
        }, { capture: true, once: true });
      });
      window.benchZoom.catch(() => undefined);
    }`);
    // Below the minimap, in the rows that every stack has.
    await page.mouse.dblclick(100 + 1000 * place, 250);
    const ms = await page.evaluate<number>('window.benchZoom');
    await page.keyboard.press('0');
    await page.waitForTimeout(300);
    return ms;
  },
};

/** The folder of its page. */
export async function speedscopeFolder(): Promise<string> {
  return join(await peerFolder('speedscope'), 'dist/release');
}
