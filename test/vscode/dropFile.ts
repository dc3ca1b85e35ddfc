import { pathToFileURL } from 'node:url';
import type { VsCodePage } from '../support/vscodePage.ts';

/** Drops a file on the view that is shown, as from the Explorer. */
export async function dropFile(window: VsCodePage, path: string): Promise<void> {
  await window
    .webview()
    .locator('body')
    .evaluate((body, dropped) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/uri-list', dropped);
      for (const kind of ['dragenter', 'dragover', 'drop']) {
        body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
      }
    }, pathToFileURL(path).href);
}
