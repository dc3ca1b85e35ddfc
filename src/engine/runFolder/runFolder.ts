import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readdir, realpath, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { FailureError } from '../../shared/failure.ts';
import { learningFolder } from '../../shared/learningWire.ts';
import { countingFolder } from '../../shared/memory.ts';
import { diskFull, noTemporaryFolder } from '../../shared/samplingFailures.ts';
import type { LoadOptions } from '../../shared/runOptions.ts';
import { ownerSocket } from './folderOwner.ts';

const prefix = 'hotframe-';

/** Linux keeps files of this folder in memory. */
export const memoryFolder = '/dev/shm';
/** The file system type of tmpfs. */
const tmpfs = 0x01021994;

export function nameRunFolder(parent = tmpdir()): string {
  return join(parent, prefix + randomBytes(8).toString('hex'));
}

export function isRunFolderName(name: string): boolean {
  return name.startsWith(prefix) && /^[0-9a-f]{16}$/.test(name.slice(prefix.length));
}

/** The folder's real path, if it is writable. Throws FailureError `no-temporary-folder` or `disk-full`. */
export async function temporaryFolder(folder = tmpdir()): Promise<string> {
  let path: string;
  try {
    path = await realpath(folder);
    // The slash makes it fail if this is not a folder.
    await access(`${path}/`, constants.W_OK);
  } catch (error) {
    throw refused(folder, error);
  }
  if (await isDiskFull(path)) throw new FailureError(diskFull(path));
  return path;
}

/**
 * Chooses the parent folder for a run's log. Memory avoids that disk work adds to the cost of each
 * sample, but it is used only if there is plenty, if the run is not deep (those logs are large),
 * and if TMPDIR is not set, which says where the person wants such files.
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
  // A generous estimate: the sources once, then samples every second.
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

/** Respects a container's limit, except on Node.js before 20.13. */
function freeBytes(): number {
  return 'availableMemory' in process ? process.availableMemory() : freemem();
}

/** Makes the folder, readable by its owner only. Whoever removes it must be running before. */
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

/** Windows closes a process's files a moment after its end. */
const patiently = { recursive: true, maxRetries: 10, retryDelay: 50 };

/** Removes a run's folder with its content. Leaves folders with another name alone. */
export async function removeRunFolder(folder: string): Promise<void> {
  if (!basename(folder).startsWith(prefix)) return;
  await rm(folder, { force: true, ...patiently });
}

const watchedFolders = new Set([learningFolder, countingFolder]);

/** Removes what an earlier process of the run has left in its folder. */
export async function emptyRunFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name === ownerSocket) continue;
    await rm(join(folder, name), patiently);
    // The next process watches them from its start.
    if (watchedFolders.has(name)) await mkdir(join(folder, name), { mode: 0o700 });
  }
}

/** Whether the disk has less room left than the log needs in a moment. */
export async function isDiskFull(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < 256 * 1024;
  } catch {
    return false;
  }
}
