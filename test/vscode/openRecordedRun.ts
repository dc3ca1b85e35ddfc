import { writeRecordedRun, type RecordedRun } from '../support/recordedRun.ts';
import type { VsCodePage } from '../support/vscodePage.ts';

/** Opens the saved run of a bundled server, of whose workspace `folder` is a copy. */
export async function openRecordedRun(
  window: VsCodePage,
  run: RecordedRun,
  folder: string,
): Promise<void> {
  // Before the dialog, which lists the folder once.
  const path = writeRecordedRun(run, folder);
  await window.command('Hotframe: Open Profile…');
  await window.chooseFile('Open Profile', path);
}
