import { basename, join } from 'node:path';
import ownFolder from './ownFolder.cts';

/** Programs that are built as files of their own, since other processes and threads load them. */
export type Artifact = 'preload.cjs' | 'loadWorker.cjs' | 'guard.cjs' | 'runWriter.cjs';

/** Absolute path of a built program: beside the bundle, or in dist/ where this runs from sources. */
export function artifactPath(name: Artifact): string {
  const runsFromSources = basename(ownFolder) === 'engine';
  return runsFromSources ? join(ownFolder, '..', '..', 'dist', name) : join(ownFolder, name);
}
