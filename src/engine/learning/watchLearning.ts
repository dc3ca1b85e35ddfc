import { readFileSync, watch } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { beginFile, endFile, followFile, refusedSuffix } from '../../shared/learningWire.ts';
import { writeWatched } from '../files/watchedFile.ts';

/** The state of a thread that has begun to learn. */
export interface Learning {
  /** Ends learning what has caused CPU time, and begins to follow the requests that a port gets. */
  follow(port: number): void;
  /** Writes what was learned. */
  end(): void;
}

/**
 * Begins to learn what causes CPU time, and answers by files in the folder.
 *
 * @param port of a load with several routes, which are learned as well; null without such
 */
export type Learn = (folder: string, port: number | null) => Learning;

/**
 * Learns in this thread of the target when the engine asks for it by files (learningPhase.ts).
 *
 * @param load gives what learns, of which nothing is loaded before
 */
export function watchLearning(folder: string, load: () => Learn): void {
  try {
    let learning: Learning | null = null;
    let isFollowing = false;
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      try {
        if (name === beginFile && !learning) {
          const learn = load();
          const port = readFileSync(`${folder}/${beginFile}`, 'utf8');
          try {
            learning = learn(folder, port === '' ? null : Number(port));
          } catch (error) {
            const { code = '', message } = error as NodeJS.ErrnoException;
            const file = `${folder}/${process.pid}-${threadId}${refusedSuffix}`;
            writeWatched(file, `${code} ${message}`);
          }
        } else if (name === followFile && !isFollowing) {
          isFollowing = true;
          learning?.follow(Number(readFileSync(`${folder}/${followFile}`, 'utf8')));
        } else if (name === endFile && learning) {
          learning.end();
          watcher.close();
        }
      } catch {
        // The engine says of a thread that writes nothing that it could not learn from it.
      }
    });
    watcher.on('error', () => {});
  } catch {
    // The run does not ask for it, or the system has no watcher left.
  }
}
