import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SavedRun } from '../../analysis/profile/savedRun.ts';
import { artifactPath } from '../../engine/artifacts.ts';
import type { SaveFormat } from '../../shared/saveFormats.ts';

/** What a {@link writeRun} thread is asked for. */
export type RunWriting =
  /** Small, for the store. */
  | { kind: 'keep'; run: SavedRun; path: string }
  /** For everybody; sources are read below the workspace's folders. */
  | ({ kind: 'export'; run: SavedRun } & Export)
  /** The same of a run in a file. */
  | ({ kind: 'exportFile'; from: string } & Export);

interface Export {
  path: string;
  format: SaveFormat;
  workspaceFolders: readonly string[];
}

/**
 * Writes a run in a thread of its own; throws an Error with the reason where it can't. Here it takes
 * no more time than copying the run in memory.
 */
export async function writeRun(job: RunWriting): Promise<void> {
  const worker = new Worker(artifactPath('runWriter.cjs'), { workerData: job, execArgv: [] });
  // Throws where the thread dies, as it does without memory.
  const [reason] = (await once(worker, 'message')) as [string | null];
  await worker.terminate();
  if (reason !== null) throw new Error(reason);
}
