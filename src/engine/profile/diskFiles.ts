import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { SourceFiles } from '../../analysis/source/sourceFiles.ts';

/** The disk, for source maps and the sources that they name. */
export const diskFiles: SourceFiles = {
  read: (path) => readFile(path, 'utf8').catch(() => null),
  exists: existsSync,
  changedMs: (path) => {
    try {
      return statSync(path).mtimeMs;
    } catch {
      return null;
    }
  },
};
