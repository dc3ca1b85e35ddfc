import { closeSync, openSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { renameOver } from './heldFiles.ts';

/**
 * Writes a file whole or not at all: beside its place first, then renamed over it, readable by its
 * owner only (reports hold source text). A device or a pipe is written to as it is. Pieces are made
 * while they are written, so that they need not be in memory together.
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
  // A symbolic link stays one: its destination is replaced.
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
