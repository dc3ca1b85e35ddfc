import { createHook, type AsyncHook } from 'node:async_hooks';
import { readdirSync, readFileSync, readlinkSync, renameSync } from 'node:fs';
import type * as Inspector from 'node:inspector';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type * as V8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { threadId } from 'node:worker_threads';
import {
  liveSuffix,
  snapshotSuffix,
  type GrowthLook,
  type GrowthMark,
} from '../../shared/growth.ts';
import { writeWatched } from '../files/watchedFile.ts';
import type { LiveProfile } from '../../analysis/growth/liveProfile.ts';
import { OpenedHandles } from './openedHandles.ts';

/** Bytes between two samples of live objects. */
const intervalBytes = 16_384;
/** A snapshot takes some 2 ms and 80 bytes of its file for a thousand bytes; the server stands still meanwhile. */
const maxSnapshotBytes = 400_000_000;
const maxSnapshotObjects = 2_000_000;
/** V8 tells the number of the newest object within 50 ms. */
const numberMs = 1000;

/** Counts in the target what this thread keeps, with collections forced (growth.ts). */
export class GrowthProbe {
  readonly #session: Inspector.Session;
  readonly #collect: () => void;
  readonly #handles = new OpenedHandles();
  #hook: AsyncHook | null = null;
  #newFrom: number | null = null;
  #objects = 0;

  constructor(
    inspector: typeof Inspector,
    private readonly v8: typeof V8,
    private readonly answer: string,
  ) {
    v8.setFlagsFromString('--expose-gc');
    this.#collect = runInNewContext('gc') as () => void;
    this.#session = new inspector.Session();
    this.#session.connect();
    // Without flags for what was collected, its samples are those of live objects.
    this.#post('HeapProfiler.startSampling', { samplingInterval: intervalBytes });
  }

  async mark(): Promise<GrowthMark> {
    await this.#collectTwice();
    const { used_heap_size: usedBytes, external_memory: externalBytes } =
      this.v8.getHeapStatistics();
    const resources: Record<string, number> = {};
    for (const name of process.getActiveResourcesInfo()) {
      resources[name] = (resources[name] ?? 0) + 1;
    }
    const { samples } = this.#profile('HeapProfiler.getSamplingProfile');
    const lastSample = samples.reduce((last, { ordinal }) => Math.max(last, ordinal), 0);
    const files = openFiles()?.length ?? null;
    return { usedBytes, externalBytes, resources, files, maxFiles: maxOpenFiles(), lastSample };
  }

  /** From now on each allocation has its stack taken, and so has each handle that is opened. */
  async track(): Promise<void> {
    const profile = this.#profile('HeapProfiler.stopSampling');
    writeWatched(`${this.answer}${liveSuffix}`, JSON.stringify(profile));
    if (this.v8.getHeapStatistics().used_heap_size < maxSnapshotBytes) await this.#trackObjects();
    this.#hook = createHook(this.#handles.hooks()).enable();
  }

  async look(): Promise<GrowthLook> {
    this.#hook?.disable();
    await this.#collectTwice();
    const handles = this.#handles.open();
    const isSmall = this.#newFrom !== null && this.#objects < maxSnapshotObjects;
    if (isSmall) {
      const file = `${this.answer}${snapshotSuffix}`;
      this.v8.writeHeapSnapshot(`${file}.part`);
      renameSync(`${file}.part`, file);
    }
    this.#session.disconnect();
    return {
      handles,
      openFile: openFiles()?.at(-1) ?? null,
      newFrom: isSmall ? this.#newFrom : null,
    };
  }

  async #trackObjects(): Promise<void> {
    const numbered = new Promise<number>((resolve) => {
      this.#session.on('HeapProfiler.lastSeenObjectId', ({ params }) =>
        resolve(params.lastSeenObjectId),
      );
    });
    this.#session.on('HeapProfiler.heapStatsUpdate', ({ params: { statsUpdate } }) => {
      // Triples of interval, objects and bytes.
      for (let at = 0; at < statsUpdate.length; at += 3) {
        if (statsUpdate[at] === 0) this.#objects = statsUpdate[at + 1]!;
      }
    });
    // V8 loses the stack of an object that it has numbered and then moves.
    this.v8.setFlagsFromString('--no-compact');
    this.#post('HeapProfiler.startTrackingHeapObjects', { trackAllocations: true });
    this.#newFrom = await Promise.race([numbered, delay(numberMs, null)]);
  }

  /** Finalizers run between, and let go of more. */
  async #collectTwice(): Promise<void> {
    this.#collect();
    await nextTurn();
    this.#collect();
  }

  #profile(method: 'HeapProfiler.getSamplingProfile' | 'HeapProfiler.stopSampling'): LiveProfile {
    return (this.#post(method) as { profile: LiveProfile }).profile;
  }

  #post(method: string, parameters: object = {}): object {
    let result: object = {};
    this.#session.post(method, parameters, (error, given) => {
      if (error) throw error;
      result = given as object;
    });
    return result;
  }
}

/** Paths of the files that the process has open, by the order of their numbers; null if the system does not tell. */
function openFiles(): string[] | null {
  if (process.platform !== 'linux' || threadId !== 0) return null;
  try {
    const numbers = readdirSync('/proc/self/fd').map(Number);
    return numbers.sort((a, b) => a - b).flatMap(pathOf);
  } catch {
    return null;
  }
}

function maxOpenFiles(): number | null {
  try {
    const found = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return found ? Number(found[1]) : null;
  } catch {
    return null;
  }
}

/** Sockets, pipes and the like are no files. */
function pathOf(fd: number): string[] {
  try {
    const path = readlinkSync(`/proc/self/fd/${fd}`);
    return path.startsWith('/') && !/^\/(proc|dev)\//.test(path) ? [path] : [];
  } catch {
    // The one that the list was read by.
    return [];
  }
}
