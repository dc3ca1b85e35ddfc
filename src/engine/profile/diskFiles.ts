import { statSync } from 'node:fs';
import type { SourceFiles } from '../../analysis/source/sourceFiles.ts';
import { readFileBeside } from '../files/regularFile.ts';
import { NamedFolders } from '../files/namedFolders.ts';

/** Nobody looks into a larger script or source map. */
const maxBytes = 50_000_000;

/** Files in the named folders, for source maps and the sources that they name. */
export function diskFiles(folders: readonly string[]): SourceFiles {
  const named = new NamedFolders(folders);
  return {
    read(path) {
      const real = named.source(path);
      return real === null ? Promise.resolve(null) : textOf(real);
    },
    exists: (path) => named.file(path) !== null,
    changedMs(path) {
      const real = named.file(path);
      return real === null ? null : (statSync(real, { throwIfNoEntry: false })?.mtimeMs ?? null);
    },
  };
}

/**
 * {@link diskFiles} for a run on this machine. Its packages may be outside of the folders, for
 * example shared by several projects, so source maps are read wherever they are on this machine.
 */
export function filesOfRun(workspaceFolders: readonly string[]): SourceFiles {
  const files = diskFiles(workspaceFolders);
  return {
    ...files,
    read(path) {
      const isMapHere = /^(?:\/(?!\/)|[A-Za-z]:[\\/]).*\.map$/is.test(path);
      return isMapHere ? textOf(path) : files.read(path);
    },
  };
}

async function textOf(path: string): Promise<string | null> {
  try {
    return (await readFileBeside(path, maxBytes)).toString('utf8');
  } catch {
    return null;
  }
}
