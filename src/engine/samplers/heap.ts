import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bytesPerSample,
  foreignFromHeap,
  type HeapNode,
} from '../../analysis/import/heapProfile.ts';
import { placeForeign } from '../../analysis/import/placeForeign.ts';
import type { ProfileIsolate } from '../../analysis/profile/profile.ts';
import { FailureError } from '../../shared/failure.ts';
import { countingFolder, heapSuffix } from '../../shared/memory.ts';
import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import { nothingSampled } from '../../shared/samplingFailures.ts';
import { readFileWithin } from '../files/regularFile.ts';
import type { Hello } from '../processes/targetEvents.ts';
import { filesOfRun } from '../profile/diskFiles.ts';
import { BusyClock } from './busyClock.ts';
import type { LaunchSampler, ProfileRequest, SampledProfile, Sampling } from './sampling.ts';

/** Tells the preload to sample what is allocated. */
const heapVariable = 'HOTFRAME_SAMPLE_HEAP';
const maxBytes = 500_000_000;
const origin: ProfileOrigin = { sampler: 'inspector', tiers: false, lines: 'functions' };

/**
 * V8's sampling heap profiler, which the preload starts in each thread for the window: the samples
 * of its profile are bytes, not time. It needs no flag that a wrapper could lose.
 */
export const heap: LaunchSampler = {
  name: 'inspector',
  needsExactLines: false,
  launch: (command, env) => ({
    file: command.file,
    arguments: [...command.before, ...command.after],
    env: { ...env, [heapVariable]: '1' },
  }),
  environment: (env) => ({ ...env, [heapVariable]: '1' }),
  open: (runFolder) => new HeapSampling(join(runFolder, countingFolder)),
};

/** Reads what the threads have written at the window's end. */
class HeapSampling implements Sampling {
  readonly #busy = new BusyClock();

  constructor(private readonly folder: string) {}

  isSampled({ samplesHeap }: Hello): boolean {
    return samplesHeap === true;
  }

  async begin(hellos: readonly Hello[]): Promise<void> {
    for (const { pid, threadId } of hellos) if (threadId === 0) this.#busy.watch(pid);
  }

  async beginWindow(): Promise<void> {}

  isBusy(pid: number, sinceNs: bigint): boolean {
    return this.#busy.wasBusy(pid, sinceNs);
  }

  async readUnread(): Promise<boolean> {
    return false;
  }

  async profile(request: ProfileRequest, endTarget: () => Promise<void>): Promise<SampledProfile> {
    const threads = await this.#threads(request.hellos[0]?.pid);
    void endTarget();
    if (threads.length === 0) throw new FailureError(nothingSampled());
    const unitBytes = bytesPerSample(threads.map(({ head }) => head));
    return placeForeign(
      threads.map(({ head, isolate }) => foreignFromHeap(head, isolate, unitBytes)),
      origin,
      {
        workspaceFolders: request.workspaceFolders,
        files: filesOfRun(request.workspaceFolders),
        takenAtMs: request.startedAtMs,
        tellsInlined: true,
      },
    );
  }

  async doubt(): Promise<null> {
    return null;
  }

  async end(): Promise<void> {
    this.#busy.end();
  }

  async #threads(mainPid?: number): Promise<{ head: HeapNode; isolate: ProfileIsolate }[]> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith(heapSuffix));
    return names.map((name) => {
      const [pid = 0, threadId = 0] = name.split(/[-.]/).map(Number);
      const role = threadId !== 0 ? 'worker' : pid === mainPid ? 'main' : 'child';
      const text = readFileWithin(join(this.folder, name), maxBytes).toString('utf8');
      return { head: JSON.parse(text) as HeapNode, isolate: { pid, threadId, role } };
    });
  }
}
