import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { benchActivation } from './editorActivation.ts';
import { benchLines } from './editorLines.ts';
import { benchOpening } from './editorOpening.ts';

const benches = {
  activation: benchActivation,
  lines: benchLines,
  opening: benchOpening,
} satisfies Record<string, (browser: Browser, folder: string) => Promise<void>>;

export type EditorPart = keyof typeof benches;
export const editorParts = Object.keys(benches) as EditorPart[];

/** How long a person waits for the editor, in a real VS Code with the extension as it is packed. */
export async function benchEditor(parts: readonly EditorPart[], folder: string): Promise<void> {
  if (parts.length === 0) return;
  const browser = await launchBrowser();
  try {
    for (const part of parts) {
      const own = join(folder, part);
      mkdirSync(own);
      await benches[part](browser, own);
    }
  } finally {
    await browser.close();
  }
}
