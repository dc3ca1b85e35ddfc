import { existsSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { SourceFiles } from '../../analysis/source/sourceFiles.ts';

/** A script or a source map that is larger is none that a person looks into. */
const maxBytes = 100_000_000;

/** The disk, for source maps and the sources that they name. */
export const diskFiles: SourceFiles = {
  async read(path) {
    try {
      // A profile may name anything: a device or a pipe would have no end.
      const found = await stat(path);
      if (!found.isFile() || found.size > maxBytes) return null;
      return await readFile(path, 'utf8');
    } catch {
      return null;
    }
  },
  exists: existsSync,
  changedMs: (path) => {
    try {
      return statSync(path).mtimeMs;
    } catch {
      return null;
    }
  },
};
