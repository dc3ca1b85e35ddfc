import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Why a file can't be written here, in a few words, or null. Asked before a run, not after it. */
export function problemWithOutput(path: string): string | null {
  const existing = statOrNull(path);
  if (existing?.isDirectory()) return 'it is a folder';
  const folder = dirname(path);
  const folderStat = statOrNull(folder);
  if (!folderStat) return `the folder ${folder} does not exist`;
  if (!folderStat.isDirectory()) return `${folder} is not a folder`;
  try {
    if (existing) accessSync(path, constants.W_OK);
    if (!existing || existing.isFile()) accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS'
      ? 'the file system is read-only'
      : 'there is no permission to write there';
  }
  return null;
}

function statOrNull(path: string) {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
