import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file whole or not at all: beside its place first, then renamed over it, readable by its
 * owner only (reports hold source text). A device or a pipe is written to as it is.
 */
export function writeWholeFile(path: string, content: string | Uint8Array): void {
  const existing = statOrNull(path);
  if (existing && !existing.isFile()) {
    writeFileSync(path, content);
    return;
  }
  // A symbolic link stays one: its destination is replaced.
  const place = existing ? realpathSync(path) : path;
  const temporary = join(dirname(place), `.${basename(place)}.${process.pid}.tmp`);
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx' });
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
