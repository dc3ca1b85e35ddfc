import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  countedFile,
  countFile,
  countingFolder,
  type WindowAllocation,
} from '../../shared/memory.ts';
import type { TargetEvents } from '../processes/targetEvents.ts';
import { writeWatched } from '../files/watchedFile.ts';

/** A thread that does not hear of the window's begin in this time is busy with something else. */
const beginMs = 250;
/** The requests that the load has given up at the window's end may keep a thread busy. */
const endMs = 1000;
const pollMs = 5;

/**
 * Has the threads of a target count what they allocate in the window, by files in the run's folder,
 * which the preload watches. Each thread answers by events (targetWire.ts).
 */
export class AllocationCount {
  #hasBegun = false;

  private constructor(private readonly folder: string) {}

  /** Before the target starts. */
  static async prepare(runFolder: string): Promise<AllocationCount> {
    const folder = join(runFolder, countingFolder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new AllocationCount(folder);
  }

  async begin(events: TargetEvents): Promise<void> {
    this.#write(countFile);
    this.#hasBegun = await heard(events, beginMs, () => {
      const begun = new Set(events.counting.map(threadOf));
      return events.hellos.every((hello) => begun.has(threadOf(hello)) || !isAlive(hello.pid));
    });
  }

  /** Gives what the threads have allocated since; those that say nothing in time are lost. */
  async end(events: TargetEvents): Promise<WindowAllocation> {
    this.#write(countedFile);
    const able = () => events.counting.filter(({ isAble }) => isAble);
    await heard(events, endMs, () => {
      const told = new Set(events.allocated.map(threadOf));
      return able().every((thread) => told.has(threadOf(thread)) || !isAlive(thread.pid));
    });
    const unable = events.counting.find(({ isAble }) => !isAble);
    return {
      threads: events.allocated.map(({ heapBytes, collections, externalBytes }) => {
        return { heapBytes, collections, externalBytes };
      }),
      lost: able().length - events.allocated.length,
      cpuMicros: this.#hasBegun ? cpuMicrosOf(events) : null,
      unable: unable ? (events.hellos.find(({ pid }) => pid === unable.pid)?.node ?? '') : null,
    };
  }

  #write(name: string): void {
    writeWatched(join(this.folder, name));
  }
}

async function heard(events: TargetEvents, withinMs: number, all: () => boolean): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  events.poll();
  while (!all()) {
    if (performance.now() > deadline) return false;
    await delay(pollMs);
    events.poll();
  }
  return true;
}

function cpuMicrosOf({ counting, allocated }: TargetEvents): number | null {
  const begun = counting.filter(({ cpuMicros }) => cpuMicros !== undefined);
  const spent = begun.flatMap(({ pid, cpuMicros: from }) => {
    const to = allocated.find((each) => each.pid === pid && each.threadId === 0)?.cpuMicros;
    return to === undefined || from === undefined ? [] : [to - from];
  });
  if (spent.length === 0 || spent.length < begun.length) return null;
  return spent.reduce((sum, micros) => sum + micros, 0);
}

function threadOf({ pid, threadId }: { pid: number; threadId: number }): string {
  return `${pid}-${threadId}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
