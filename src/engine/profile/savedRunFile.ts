import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openSavedRun, type SavedRun } from '../../analysis/profile/savedRun.ts';
import { plainLine } from '../../shared/plainText.ts';

/** Why a file gives no run. `lost`: it is not there any more, or will never be readable. */
export class RunFileError extends Error {
  constructor(
    message: string,
    readonly kind: 'lost' | 'unreadable',
    cause: unknown,
  ) {
    super(plainLine(message), { cause });
  }
}

/** A file of a few hundred megabytes; more is no run of ours. */
const maxBytes = 2 ** 29;

/** Reads a saved run, gzipped or not; throws a RunFileError with a sentence where it can't. */
export function readSavedRun(path: string): SavedRun & { takenAt: number } {
  const name = basename(path);
  let bytes: Buffer;
  let takenAt: number;
  try {
    takenAt = statSync(path).mtimeMs;
    bytes = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const kind = code === 'ENOENT' || code === 'ENOTDIR' ? 'lost' : 'unreadable';
    throw new RunFileError(`${name} can't be opened, ${reasonOf(error)}.`, kind, error);
  }
  try {
    const run = openSavedRun(textOf(bytes));
    const told = Date.parse(run.report.takenAt ?? '');
    return { ...run, takenAt: Number.isNaN(told) ? takenAt : told };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RunFileError(`${name} can't be opened. ${reason}`, 'lost', error);
  }
}

function textOf(bytes: Buffer): string {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes }).toString('utf8');
  } catch {
    throw new Error('The file is cut off or damaged.');
  }
}

export function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder';
    case 'EACCES':
    case 'EPERM':
      return 'there is no permission to read it';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
