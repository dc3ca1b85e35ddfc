import { writeRecordedExample } from '../support/recordedExample.ts';
import type { VsCodePage } from '../support/vscodePage.ts';

/** Opens the saved run of the bundled example, of which `folder` is a copy. */
export async function openRecordedExample(window: VsCodePage, folder: string): Promise<void> {
  await window.command('Hotframe: Open Profile…');
  await window.chooseFile('Open Profile', writeRecordedExample(folder));
}
