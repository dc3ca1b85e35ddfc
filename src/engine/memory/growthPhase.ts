import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { handlesGrow, memoryGrows } from '../../analysis/growth/judgeGrowth.ts';
import {
  growthFolder,
  type GrowthLook,
  type GrowthMark,
  type GrowthStep,
} from '../../shared/growth.ts';
import type { TargetEvents } from '../processes/targetEvents.ts';
import { writeWatched } from '../files/watchedFile.ts';

/** A cache that is still being filled looks like a leak in few of them. */
const blocks = 6;
/** Connections of the load close, and what requests have begun ends. */
const settleMs = 300;
/** To collect garbage twice, and to list samples. */
const markMs = 10_000;
/** For the growth of a block to stand out; slow servers take longer. */
const wantedOfBlock = 500;
/** For objects of a leak to stand out. */
const wantedTracked = 200;
/** A snapshot of the largest heap that one is taken of. */
const lookMs = 60_000;

/** The reports of a target's threads on their growth. */
export interface ObservedGrowth {
  /** Answers of each block. */
  requests: number[];
  threads: ThreadGrowth[];
  /** The figures of the load between `track` and `look`; null if nothing seemed to grow. */
  trackedRequests: number | null;
  folder: string;
}

export interface ThreadGrowth {
  pid: number;
  threadId: number;
  /** One more than blocks. */
  marks: GrowthMark[];
  look: GrowthLook | null;
}

/** How long the load goes on in blocks after a window. */
export function growingSecondsOf(windowS: number): number {
  return blocks * blockSecondsOf(windowS);
}

function blockSecondsOf(windowS: number): number {
  return Math.min(2, Math.max(0.5, windowS / 6));
}

/** Has the threads of a target count what they keep from one block of load to the next (growth.ts). */
export class GrowthPhase {
  private constructor(private readonly folder: string) {}

  /** Before the target starts. */
  static async prepare(runFolder: string): Promise<GrowthPhase> {
    const folder = join(runFolder, growthFolder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new GrowthPhase(folder);
  }

  /** @param load resolves to the answers of so many seconds of load */
  async observe(
    events: TargetEvents,
    windowS: number,
    load: (seconds: number) => Promise<number>,
  ): Promise<ObservedGrowth> {
    const seconds = blockSecondsOf(windowS);
    const requests: number[] = [];
    await this.#take('mark-0', events, markMs);
    for (let block = 1; block <= blocks; block++) {
      requests.push(await atLeast(wantedOfBlock, 3, () => load(seconds)));
      await this.#take(`mark-${block}`, events, markMs);
    }
    const threads = threadsOf(events);
    const marks = threads.map((thread) => thread.marks);
    if (!memoryGrows(marks, requests) && handlesGrow(marks, requests).length === 0) {
      return { requests, threads, trackedRequests: null, folder: this.folder };
    }
    await this.#take('track', events, markMs);
    // V8 collects all garbage twenty times a second meanwhile, so few are answered.
    const trackedRequests = await atLeast(wantedTracked, 8, () => load(1));
    await this.#take('look', events, lookMs);
    return { requests, threads: threadsOf(events), trackedRequests, folder: this.folder };
  }

  /** Until each thread has taken the step, or for so long. */
  async #take(step: GrowthStep, events: TargetEvents, withinMs: number): Promise<void> {
    await delay(settleMs);
    writeWatched(join(this.folder, step));
    const deadline = performance.now() + withinMs;
    const wanted = events.counting.length;
    let told: number;
    do {
      await delay(20);
      events.poll();
      told = events.grown.filter((each) => each.step === step).length;
    } while (told < wanted && performance.now() < deadline);
  }
}

/** Goes on with the load until there are so many answers, or so often. */
async function atLeast(
  answers: number,
  times: number,
  load: () => Promise<number>,
): Promise<number> {
  let got = 0;
  for (let time = 0; time < times && got < answers; time++) got += await load();
  return got;
}

/** Those that have taken each step. */
function threadsOf({ grown }: TargetEvents): ThreadGrowth[] {
  const threads = new Map<string, ThreadGrowth>();
  for (const { pid, threadId, mark, look } of grown) {
    const key = `${pid}-${threadId}`;
    const known = threads.get(key) ?? { pid, threadId, marks: [], look: null };
    if (mark) known.marks.push(mark);
    if (look) known.look = look;
    threads.set(key, known);
  }
  return [...threads.values()].filter(({ marks }) => marks.length === blocks + 1);
}
