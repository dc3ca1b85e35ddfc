import { Worker } from 'node:worker_threads';
import { basename } from 'node:path';
import { artifactPath } from '../../engine/artifacts.ts';
import type { OpenedProfile } from '../../engine/import/openProfiles.ts';
import { RunFileError } from '../../engine/profile/savedRunFile.ts';

/** What the thread is asked for. */
export interface Opening {
  paths: string[];
  workspaceFolders: string[];
}

/** What the thread says: progress, and one of the others last. */
export type OpenerMessage =
  | { type: 'progress'; share: number }
  | { type: 'opened'; opened: OpenedProfile }
  | { type: 'failed'; message: string; kind: RunFileError['kind']; isExpected: boolean };

/**
 * Opens a profile in a thread of its own, so that the editor gets its answers meanwhile. Throws a
 * RunFileError where it can't be opened, and what aborted the signal.
 */
export async function openInThread(
  opening: Opening,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<OpenedProfile> {
  const worker = new Worker(artifactPath('profileOpener.cjs'), {
    workerData: opening,
    execArgv: [],
  });
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      worker.on('error', (error) => reject(threadProblem(opening, error)));
      worker.on('exit', () => reject(new Error('The thread that opens profiles has ended.')));
      worker.on('message', (message: OpenerMessage) => {
        switch (message.type) {
          case 'progress':
            return onProgress(message.share);
          case 'opened':
            return resolve(message.opened);
          case 'failed':
            return reject(
              message.isExpected
                ? new RunFileError(message.message, message.kind, null)
                : new Error(message.message),
            );
        }
      });
    });
  } finally {
    await worker.terminate();
  }
}

function threadProblem({ paths }: Opening, error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  const names = paths.map((path) => basename(path)).join(', ');
  return new RunFileError(
    `${names} can't be opened: it is too large for the memory that there is.`,
    'unreadable',
    error,
  );
}
