import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openSavedRun, seam, type SavedRun } from '../../analysis/saved/savedRun.ts';
import { plainLine } from '../../shared/plainText.ts';
import { checkJson } from '../files/boundedJson.ts';
import { readFileWithin, reasonOf, statFile } from '../files/regularFile.ts';

/** Why a file gives no run. `lost` means that it is gone or will never be readable. */
export class RunFileError extends Error {
  constructor(
    message: string,
    readonly kind: 'lost' | 'unreadable',
    cause: unknown,
  ) {
    super(plainLine(message), { cause });
  }
}

/** Limit for the whole file, most of which is for other viewers. */
const maxFileBytes = 500_000_000;
const maxGunzippedBytes = 250_000_000;
/** Limit for our own part, which takes ten megabytes for a run of a million calls. */
const maxOwnBytes = 100_000_000;

/** Reads a saved run, gzipped or not. Throws a RunFileError with a sentence. */
export function readSavedRun(path: string): SavedRun & { takenAt: number } {
  const name = basename(path);
  let bytes: Buffer;
  let takenAt: number;
  try {
    takenAt = statFile(path).mtimeMs;
    bytes = readFileWithin(path, maxFileBytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const kind = code === 'ENOENT' || code === 'ENOTDIR' ? 'lost' : 'unreadable';
    throw new RunFileError(`${name} can't be opened, ${reasonOf(error)}.`, kind, error);
  }
  try {
    const run = runIn(unzipped(bytes));
    const told = Date.parse(run.report.takenAt ?? '');
    return { ...run, takenAt: Number.isNaN(told) ? takenAt : told };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RunFileError(`${name} can't be opened. ${reason}`, 'lost', error);
  }
}

/** The run in the bytes of a file, or of its end from the seam on. Throws an Error with a sentence. */
export function runIn(bytes: Buffer): SavedRun {
  const at = bytes.lastIndexOf(seam);
  if (at > 0) {
    try {
      return ownRun(bytes.subarray(at));
    } catch (error) {
      // The file was rewritten or cut off.
      if (bytes.length > maxOwnBytes) throw error;
    }
  }
  return ownRun(bytes);
}

function ownRun(bytes: Buffer): SavedRun {
  if (bytes.length > maxOwnBytes) throw new Error(tooMuch);
  checkJson(bytes, 0, bytes.length);
  return openSavedRun(bytes.toString('utf8'));
}

const tooMuch = 'It holds more than a run of Hotframe has.';

function unzipped(bytes: Buffer): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxGunzippedBytes });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new Error(isTooLarge ? tooMuch : 'The file is cut off or damaged.', { cause: error });
  }
}
