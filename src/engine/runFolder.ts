import { randomBytes } from 'node:crypto';
import { mkdir, readdir, realpath, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const prefix = 'hotframe-';

/** A name for the folder of a run, under the system's temporary folder. */
export async function nameRunFolder(): Promise<string> {
  return join(await realpath(tmpdir()), prefix + randomBytes(8).toString('hex'));
}

/** Makes the folder, for its owner only; whoever removes it must be there before. */
export async function createRunFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
}

/** Removes a run's folder with all that is in it; a folder of any other name is left alone. */
export async function removeRunFolder(folder: string): Promise<void> {
  if (!basename(folder).startsWith(prefix)) return;
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** Takes out what an earlier process of the run has left in its folder. */
export async function emptyRunFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
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
