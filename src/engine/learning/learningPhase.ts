import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  beginFile,
  begunSuffix,
  endFile,
  followFile,
  learnedSuffix,
  learningFolder,
  type LearnedThread,
} from '../../shared/learningWire.ts';
import { readFileWithin } from '../files/regularFile.ts';

/** A thread that is busy hears of the end late, and a large profile takes its time. */
const answerMs = 2000;
const maxBytes = 200_000_000;

/** How long the load goes on after a window, for about 1,000 samples where that is long enough. */
export function learningSecondsOf(windowS: number): number {
  return Math.min(1.5, Math.max(0.3, windowS / 4));
}

/** How long the load goes on after that, for a hundred requests or more where that is long enough. */
export function followingSecondsOf(windowS: number): number {
  return Math.min(1, Math.max(0.3, windowS / 6));
}

/**
 * Has the threads of a target learn, by files in the run's folder, which the preload watches. Each
 * thread answers by a file when it has begun, and by another with what it has learned.
 */
export class LearningPhase {
  private constructor(private readonly folder: string) {}

  /** Before the target starts. */
  static async prepare(runFolder: string): Promise<LearningPhase> {
    const folder = join(runFolder, learningFolder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new LearningPhase(folder);
  }

  /** @param port of a load with several routes, which are learned as well; null without such */
  begin(port: number | null): Promise<void> {
    return this.#write(beginFile, port === null ? '' : `${port}`);
  }

  /** Ends learning what causes CPU time, and begins to follow the requests that a port gets. */
  follow(port: number): Promise<void> {
    return this.#write(followFile, `${port}`);
  }

  /** What the threads have learned; those that write nothing in time are left out. */
  async end(): Promise<LearnedThread[]> {
    await this.#write(endFile);
    const deadline = performance.now() + answerMs;
    let learned: string[];
    let begun: string[];
    do {
      await delay(20);
      const names = await readdir(this.folder);
      begun = names.filter((name) => name.endsWith(begunSuffix));
      learned = names.filter((name) => name.endsWith(learnedSuffix));
    } while (learned.length < begun.length && performance.now() < deadline);
    return learned.map((name) => {
      const text = readFileWithin(join(this.folder, name), maxBytes).toString('utf8');
      return JSON.parse(text) as LearnedThread;
    });
  }

  async #write(name: string, text = ''): Promise<void> {
    // The threads see the file as soon as it has its name.
    const path = join(this.folder, name);
    await writeFile(`${path}.part`, text, { mode: 0o600 });
    await rename(`${path}.part`, path);
  }
}
