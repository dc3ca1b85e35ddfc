import { renameSync, rmSync } from 'node:fs';

// Windows does not let a program rename over a file that another has open, nor always remove one,
// and virus scanners and indexers open new files for a moment. So both are retried there for a
// second; other systems fail at once. If it fails, the old file is unchanged.

/** Another program has the file open, or it may not be changed. The message is a clause that says what to do. */
export class HeldFileError extends Error {}

const waitsMs = [10, 20, 40, 80, 150, 200, 250, 250];

/** Renames a file, replacing any at the destination. Throws {@link HeldFileError} and other file system errors. */
export function renameOver(from: string, to: string): void {
  untilLetGo(() => renameSync(from, to));
}

/** Removes a file if there is one. Throws as {@link renameOver} does. */
export function removeFile(path: string): void {
  untilLetGo(() => rmSync(path, { force: true }));
}

function untilLetGo(work: () => void): void {
  for (const waitMs of waitsMs) {
    try {
      return work();
    } catch (error) {
      if (!mayBeHeld(error)) throw error;
      sleep(waitMs);
    }
  }
  try {
    work();
  } catch (error) {
    if (!mayBeHeld(error)) throw error;
    throw new HeldFileError(heldText, { cause: error });
  }
}

/** Windows has the same codes for both causes. */
const heldText =
  'another program has the file open, or it may not be changed: close it there and try again';

function mayBeHeld(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(code);
}

/** Blocks on purpose: files are written in one go, with nothing else in between. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
