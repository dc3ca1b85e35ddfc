import { lstat, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOwnerGone } from './folderOwner.ts';
import { isRunFolderName, memoryFolder, removeRunFolder } from './runFolder.ts';
import { stopTree } from './processes/processTree.ts';

const isLinux = process.platform === 'linux';

/**
 * Ends what runs have left that could not clean up: where the engine and its guard were killed
 * together, as by the end of a container. Only what this user's runs have made, and whose engine is
 * gone. Never throws: what can't be removed is no reason not to run.
 */
export async function removeDeadRuns(): Promise<void> {
  for (const parent of new Set([tmpdir(), ...(isLinux ? [memoryFolder] : [])])) {
    for (const folder of await runFoldersIn(parent)) {
      if (!(await isOwnFolder(folder)) || !(await isOwnerGone(folder))) continue;
      // A server that outlived its run has the folder in its environment, or told of itself in it.
      await stopTree({ root: null, runFolder: folder });
      await removeRunFolder(folder).catch(() => {});
    }
  }
}

async function runFoldersIn(parent: string): Promise<string[]> {
  try {
    // As the processes of a run know it.
    const real = await realpath(parent);
    return (await readdir(real)).filter(isRunFolderName).map((name) => join(real, name));
  } catch {
    return [];
  }
}

/** A folder of this user's, and no link to one. */
async function isOwnFolder(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    // Windows has a temporary folder for each user.
    return found.isDirectory() && (!process.getuid || found.uid === process.getuid());
  } catch {
    return false;
  }
}
