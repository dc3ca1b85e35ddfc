import { closeSync, openSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { renameOver } from './heldFiles.ts';

/**
 * Writes a file completely or not at all, readable by its owner only (reports hold source text):
 * first to a temporary file beside it, which is then renamed. Devices and pipes are written to
 * directly. Pieces of a generator are made while writing, so that they need not be in memory
 * together.
 */
export function writeWholeFile(
  path: string,
  content: string | Uint8Array | Generator<string>,
): void {
  const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
  const existing = statOrNull(path);
  if (existing && !existing.isFile()) {
    writePieces(path, 'w', pieces);
    return;
  }
  // Keep a symbolic link and replace its target.
  const place = existing ? realpathSync(path) : path;
  const temporary = join(dirname(place), `.${basename(place)}.${process.pid}.tmp`);
  try {
    writePieces(temporary, 'wx', pieces);
    renameOver(temporary, place);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writePieces(path: string, flag: 'w' | 'wx', pieces: Iterable<string | Uint8Array>): void {
  const file = openSync(path, flag, 0o600);
  try {
    for (const piece of pieces) writeFileSync(file, piece);
  } finally {
    closeSync(file);
  }
}

function statOrNull(path: string) {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
