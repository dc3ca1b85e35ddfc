import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

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
