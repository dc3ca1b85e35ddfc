import type { VsCodePage } from '../support/vscodePage.ts';
import { watchPicture, zoomInto, type ZoomMs } from './viewTimes.ts';

/** From the key that chooses the file in the dialog to the end of the frame that shows the flamegraph. */
export async function openingMs(window: VsCodePage, file: string): Promise<number> {
  await watchInput(window);
  await window.command('Hotframe: Open Profile…');
  await window.chooseFile('Open Profile', file);
  return sinceInput(window, 'g.frame');
}

/** Keeps the time of the last key or click in the workbench. */
export async function watchInput({ page }: VsCodePage): Promise<void> {
  await page.evaluate(`if (!window.benchInput) {
    window.benchInput = { at: 0 };
    for (const kind of ['keydown', 'pointerdown']) {
      addEventListener(kind, (event) => (window.benchInput.at = performance.timeOrigin + event.timeStamp), true);
    }
  }`);
}

/** A new frame is found within some 10 ms, long before it has loaded what it is to show. */
export async function sinceInput({ page }: VsCodePage, selector: string): Promise<number> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    for (const frame of page.frames()) {
      const painted = await frame.evaluate<number | null>(watchFor(selector)).catch(() => null);
      if (painted !== null) return painted - (await page.evaluate<number>('window.benchInput.at'));
    }
    await page.waitForTimeout(10);
  }
  throw new Error(`No ${selector} within 60 s`);
}

/**
 * VS Code writes the document of a webview anew, which ends what waits in it: then it begins again.
 * The workbench itself is none that shows a profile.
 */
function watchFor(selector: string): string {
  return `if (window !== top && !(performance.now() - window.benchLookedAt < 200)) {
    ${watchPicture(selector)}
  }; window.benchPaintedAt ?? null`;
}

/** Zooms into different frames of the whole picture, and back out each time. */
export function zoomingMs(window: VsCodePage, times: number): Promise<ZoomMs[]> {
  return zoomInto(window.webview().locator('.graph'), times);
}
