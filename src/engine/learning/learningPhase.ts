import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  beginFile,
  begunSuffix,
  endFile,
  followFile,
  followingSuffix,
  learnedSuffix,
  learningFolder,
  refusedSuffix,
  type LearnedThread,
} from '../../shared/learningWire.ts';
import { readFileWithin } from '../files/regularFile.ts';
import { writeWatched } from '../files/watchedFile.ts';

/** A busy thread hears of the beginning late; none begins if the preload was not loaded. */
const beginMs = 3000;
/** A thread that is busy hears of the end late, and a large profile takes its time. */
const answerMs = 2000;
const pollMs = 10;
const maxBytes = 200_000_000;

/** How long the load goes on after a window, for about 1,000 samples if that is long enough. */
export function learningSecondsOf(windowS: number): number {
  return Math.min(1.3, Math.max(0.3, windowS / 4));
}

/** A request that has not ended tells nothing, so of a slow server so many of each connection are waited for. */
const requestsInTurn = 10;
const maxFollowingS = 5;

/**
 * How long the load goes on after that, for a hundred requests or more of a fast server, and longer for a slow one.
 * @param latencyMs mean of the window
 */
export function followingSecondsOf(windowS: number, latencyMs: number): number {
  const fast = Math.min(0.7, Math.max(0.3, windowS / 7));
  return Math.max(fast, Math.min(maxFollowingS, (requestsInTurn * latencyMs) / 1000));
}

/**
 * Has the threads of a target learn, by files in the run's folder, which the preload watches. Each
 * thread answers by a file when it has begun, by another when it follows requests, and by a third with
 * what it has learned.
 */
export class LearningPhase {
  private constructor(private readonly folder: string) {}

  /** Before the target starts. */
  static async prepare(runFolder: string): Promise<LearningPhase> {
    const folder = join(runFolder, learningFolder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new LearningPhase(folder);
  }

  /**
   * Resolves when a thread has begun, so that the load is not over before a watcher is told of the file.
   * Throws {@link NotLearnedError} if none can.
   *
   * @param port of a load with several routes, which are learned as well; null without such
   */
  async begin(port: number | null): Promise<void> {
    this.#write(beginFile, port === null ? '' : `${port}`);
    const { begun, refused } = await this.#heard(beginMs, (answers) => {
      return answers.begun.length + answers.refused.length > 0;
    });
    const [reason] = refused;
    if (begun.length === 0 && reason !== undefined) {
      throw new NotLearnedError(wordRefusal(this.#read(reason)));
    }
  }

  /** Ends learning what causes CPU time, and begins to follow the requests that a port gets. */
  async follow(port: number): Promise<void> {
    this.#write(followFile, `${port}`);
    await this.#heard(answerMs, ({ begun, following }) => following.length >= begun.length);
  }

  /** Gives what the threads have learned; those that write nothing in time are left out. */
  async end(): Promise<LearnedThread[]> {
    this.#write(endFile);
    const { learned } = await this.#heard(
      answerMs,
      ({ begun, learned }) => learned.length >= begun.length,
    );
    return learned.map((name) => JSON.parse(this.#read(name)) as LearnedThread);
  }

  #read(name: string): string {
    return readFileWithin(join(this.folder, name), maxBytes).toString('utf8');
  }

  /** Gives what the threads have answered, when that is enough or the time is over. */
  async #heard(withinMs: number, isEnough: (answers: Answers) => boolean): Promise<Answers> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const names = await readdir(this.folder);
      const ofKind = (suffix: string) => names.filter((name) => name.endsWith(suffix));
      const answers = {
        begun: ofKind(begunSuffix),
        refused: ofKind(refusedSuffix),
        following: ofKind(followingSuffix),
        learned: ofKind(learnedSuffix),
      };
      if (isEnough(answers) || performance.now() > deadline) return answers;
      await delay(pollMs);
    }
  }

  #write(name: string, text?: string): void {
    writeWatched(join(this.folder, name), text);
  }
}

/** The server keeps the learner from its work; the message is a sentence that says how. */
export class NotLearnedError extends Error {}

function wordRefusal(error: string): string {
  return error.includes('ERR_ACCESS_DENIED')
    ? 'Node.js keeps the server from its inspector (--permission). Newer versions have --allow-inspector, which permits it.'
    : `the server did not let it begin. ${error}`;
}

/** Names of files, one for each thread. */
interface Answers {
  begun: string[];
  refused: string[];
  following: string[];
  learned: string[];
}
