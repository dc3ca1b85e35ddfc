import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readdir, realpath, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { FailureError } from '../shared/failure.ts';
import { diskFull, noTemporaryFolder } from '../shared/failureText.ts';
import type { LoadOptions } from '../shared/runOptions.ts';
import { ownerSocket } from './folderOwner.ts';

const prefix = 'hotframe-';

/** Where Linux keeps files in memory, for every program. */
export const memoryFolder = '/dev/shm';
/** The kernel's number for files in memory. */
const tmpfs = 0x01021994;

/** A name for the folder of a run, under the system's temporary folder. */
export function nameRunFolder(parent = tmpdir()): string {
  return join(parent, prefix + randomBytes(8).toString('hex'));
}

export function isRunFolderName(name: string): boolean {
  return name.startsWith(prefix) && /^[0-9a-f]{16}$/.test(name.slice(prefix.length));
}

/** The folder without links, once it is known to take files. Throws FailureError `no-temporary-folder` or `disk-full`. */
export async function temporaryFolder(folder = tmpdir()): Promise<string> {
  let path: string;
  try {
    path = await realpath(folder);
    // Only a folder may have a slash after it.
    await access(`${path}/`, constants.W_OK);
  } catch (error) {
    throw refused(folder, error);
  }
  if (await isDiskFull(path)) throw new FailureError(diskFull(path));
  return path;
}

/**
 * The folder to keep a run's log in: one in memory, where a disk's work is no part of what each sample
 * costs the server, else the system's temporary one. Memory only where it is ample, and never where
 * a person has said by TMPDIR where such files go. The log of a deep run is large.
 */
export async function logParent({
  load,
  deep,
}: {
  load: Pick<LoadOptions, 'durationS' | 'warmupS'>;
  deep?: boolean;
}): Promise<string> {
  const isChosen = process.env['TMPDIR'] !== undefined;
  if (process.platform !== 'linux' || isChosen || deep) return tmpdir();
  // A generous guess: the sources once, then samples.
  const bytes = 64e6 + 2e6 * (load.warmupS + load.durationS);
  try {
    const { type, bavail, bsize } = await statfs(memoryFolder);
    await access(memoryFolder, constants.W_OK);
    const isAmple = bavail * bsize > 2 * bytes && freeBytes() > 8 * bytes;
    return type === tmpfs && isAmple ? memoryFolder : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Node.js 20 knows only from 20.13 on what the limits of a container leave. */
function freeBytes(): number {
  return 'availableMemory' in process ? process.availableMemory() : freemem();
}

/** Makes the folder, for its owner only; whoever removes it must be there before. */
export async function createRunFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    throw refused(dirname(folder), error);
  }
}

function refused(parent: string, error: unknown): FailureError {
  const { code } = error as NodeJS.ErrnoException;
  return new FailureError(code === 'ENOSPC' ? diskFull(parent) : noTemporaryFolder(parent, code));
}

/** Windows closes the files of a process a moment after its end. */
const patiently = { recursive: true, maxRetries: 10, retryDelay: 50 };

/** Removes a run's folder with all that is in it; a folder of any other name is left alone. */
export async function removeRunFolder(folder: string): Promise<void> {
  if (!basename(folder).startsWith(prefix)) return;
  await rm(folder, { force: true, ...patiently });
}

/** Takes out what an earlier process of the run has left in its folder. */
export async function emptyRunFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== ownerSocket) await rm(join(folder, name), patiently);
  }
}

/** Whether the disk of the folder has less room left than a moment of the log needs. */
export async function isDiskFull(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < 256 * 1024;
  } catch {
    return false;
  }
}
