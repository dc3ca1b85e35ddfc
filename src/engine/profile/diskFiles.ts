import { statSync } from 'node:fs';
import type { SourceFiles } from '../../analysis/source/sourceFiles.ts';
import { readFileBeside } from '../regularFile.ts';
import { NamedFolders } from './namedFolders.ts';

/** A script or a source map that is larger is none that a person looks into. */
const maxBytes = 50_000_000;

/** The disk below the named folders, for source maps and the sources that they name. */
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
 * The same for a run of this machine. Its packages may lie elsewhere, as where several projects share
 * them: their maps, which say what these were built from, are read wherever they are on this machine.
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
