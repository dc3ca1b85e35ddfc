import { lstat, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOwnerGone } from './folderOwner.ts';
import { isRunFolderName, memoryFolder, removeRunFolder } from './runFolder.ts';
import { stopTree } from '../processes/processTree.ts';

const isLinux = process.platform === 'linux';

/**
 * Cleans up after runs that could not do it themselves because engine and guard were killed
 * together, as at the end of a container. Touches only this user's runs whose engine is gone. Never
 * throws, since leftovers are no reason not to run.
 */
export async function removeDeadRuns(): Promise<void> {
  for (const parent of new Set([tmpdir(), ...(isLinux ? [memoryFolder] : [])])) {
    for (const folder of await runFoldersIn(parent)) {
      if (!(await isOwnFolder(folder)) || !(await isOwnerGone(folder))) continue;
      // A server that outlived its run has the folder in its environment, or wrote its events
      // there.
      await stopTree({ root: null, runFolder: folder });
      await removeRunFolder(folder).catch(() => {});
    }
  }
}

async function runFoldersIn(parent: string): Promise<string[]> {
  try {
    // Processes of a run know the folder by its real path.
    const real = await realpath(parent);
    return (await readdir(real)).filter(isRunFolderName).map((name) => join(real, name));
  } catch {
    return [];
  }
}

/** Whether it is this user's folder, and not a link to one. */
async function isOwnFolder(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    // On Windows each user has a temporary folder.
    return found.isDirectory() && (!process.getuid || found.uid === process.getuid());
  } catch {
    return false;
  }
}
