import { basename, join } from 'node:path';
import ownFolder from './ownFolder.cts';

/**
 * Programs that are bundled into files of their own, because other processes and threads load them,
 * and the folder with the parts of a saved page.
 */
export type Artifact =
  | 'preload.cjs'
  | 'loadWorker.cjs'
  | 'guard.cjs'
  | 'benchWorker.cjs'
  | 'closeInspector.cjs'
  | 'runWriter.cjs'
  | 'profileOpener.cjs'
  | '0x/bin/program.cjs'
  | 'page';

/** Absolute path of the artifact: beside the bundle, or in dist/ if this runs from sources. */
export function artifactPath(name: Artifact): string {
  const runsFromSources = basename(ownFolder) === 'programs';
  return runsFromSources ? join(ownFolder, '..', '..', '..', 'dist', name) : join(ownFolder, name);
}
