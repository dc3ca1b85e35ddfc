import { basename, join } from 'node:path';
import ownFolder from './ownFolder.cts';

/**
 * Programs that are built as files of their own, since other processes and threads load them; and the
 * folder of what a saved page is made of.
 */
export type Artifact =
  | 'preload.cjs'
  | 'loadWorker.cjs'
  | 'guard.cjs'
  | 'closeInspector.cjs'
  | 'runWriter.cjs'
  | 'profileOpener.cjs'
  | '0x/bin/program.cjs'
  | 'page';

/** Absolute path of what was built: beside the bundle, or in dist/ where this runs from sources. */
export function artifactPath(name: Artifact): string {
  const runsFromSources = basename(ownFolder) === 'engine';
  return runsFromSources ? join(ownFolder, '..', '..', 'dist', name) : join(ownFolder, name);
}
