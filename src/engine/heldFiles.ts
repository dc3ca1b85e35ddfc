import { renameSync, rmSync } from 'node:fs';

/**
 * Windows lets nobody rename over a file that a program has open, nor always remove one, and virus
 * scanners and indexers open what was just written for a moment. So both are tried again for a
 * second there; other systems answer at once. The old file stays as it was where it is in vain.
 */

/** A program has the file open, or it may not be changed; the message is a clause with what to do. */
export class HeldFileError extends Error {}

const waitsMs = [10, 20, 40, 80, 150, 200, 250, 250];

/** Renames a file to a place where there may be one. Throws {@link HeldFileError}, and what else goes wrong. */
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
    throw new HeldFileError(heldWords, { cause: error });
  }
}

/** Windows has the same codes for both. */
const heldWords =
  'another program has the file open, or it may not be changed: close it there and try again';

function mayBeHeld(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(code);
}

/** Files are written in one go, without letting anything else happen in between. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
