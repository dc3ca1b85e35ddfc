import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SavedRun } from '../../analysis/saved/savedRun.ts';
import { artifactPath } from '../../engine/programs/artifacts.ts';
import type { SaveFormat } from '../../shared/saveFormats.ts';

export type RunWriting =
  /** The compact form for the store. */
  | { kind: 'keep'; run: SavedRun; path: string }
  /** A format of other programs, too; sources are read below the workspace's folders. */
  | ({ kind: 'export'; run: SavedRun } & Export)
  /** Like `export`, for a run in a file. */
  | ({ kind: 'exportFile'; from: string } & Export);

interface Export {
  path: string;
  format: SaveFormat;
  workspaceFolders: readonly string[];
}

/** Writes a run in its own thread; throws an Error with the reason if it can't. */
export async function writeRun(job: RunWriting): Promise<void> {
  const worker = new Worker(artifactPath('runWriter.cjs'), { workerData: job, execArgv: [] });
  // Throws if the thread dies, as it does without memory.
  const [reason] = (await once(worker, 'message')) as [string | null];
  await worker.terminate();
  if (reason !== null) throw new Error(reason);
}
