import {
  accessSync,
  constants,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Why a file could not be written here, in a few words, or null. Asked before a run, not after it. */
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

/**
 * Writes a file whole or not at all: beside its place first, then renamed over it, readable by its
 * owner only (reports hold source text). A device or a pipe is written to as it is.
 */
export function writeWholeFile(path: string, text: string): void {
  const existing = statOrNull(path);
  if (existing && !existing.isFile()) {
    writeFileSync(path, text);
    return;
  }
  // A symbolic link stays one: its destination is replaced.
  const place = existing ? realpathSync(path) : path;
  const temporary = join(dirname(place), `.${basename(place)}.${process.pid}.tmp`);
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, place);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function statOrNull(path: string) {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
