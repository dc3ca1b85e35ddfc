import { Worker } from 'node:worker_threads';
import { basename } from 'node:path';
import { tooLarge } from '../../analysis/import/foreignProfile.ts';
import type { Area } from '../../shared/vocabulary.ts';
import { artifactPath } from '../programs/artifacts.ts';
import { RunFileError } from '../profile/savedRunFile.ts';
import { openProfiles, type OpenedProfile } from './openProfiles.ts';
import { MoreThanWanted } from './profileBytes.ts';
import { profileFiles } from './profileFiles.ts';

export interface Opening {
  paths: string[];
  workspaceFolders: string[];
  areas: Area[];
}

/** Messages of the thread: progress, and at last one of the others. */
export type OpenerMessage =
  | { type: 'progress'; share: number }
  | { type: 'opened'; opened: OpenedProfile }
  | { type: 'failed'; message: string; kind: RunFileError['kind']; isExpected: boolean };

/** Smaller files are open before a thread would start. `wholeBytes` is the limit after gunzip. */
const small = { bytes: 2_000_000, wholeBytes: 20_000_000 };
/** Limits JavaScript objects; the bytes of the file are outside of the heap. */
const heapMegabytes = 1000;

/**
 * Opens a profile without blocking; a large one in its own thread with limited memory. Throws a
 * RunFileError if it can't be opened, and the signal's reason if aborted.
 */
export async function openBeside(
  opening: Opening,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<OpenedProfile> {
  const { paths, ...options } = opening;
  const bytes = profileFiles(paths).reduce((sum, { size }) => sum + size, 0);
  if (bytes <= small.bytes) {
    try {
      return await openProfiles(paths, { ...options, signal, maxBytes: small.wholeBytes });
    } catch (error) {
      if (!(error instanceof MoreThanWanted)) throw error;
    }
  }
  return openInThread(opening, signal, onProgress);
}

async function openInThread(
  opening: Opening,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<OpenedProfile> {
  signal.throwIfAborted();
  const worker = new Worker(artifactPath('profileOpener.cjs'), {
    workerData: opening,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
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
  return new RunFileError(`${names} can't be opened: ${tooLarge}.`, 'unreadable', error);
}
