import type { LoopSecond } from '../../shared/signals.ts';
import type { LoopEvent } from '../../shared/signalsWire.ts';
import { isCollection } from '../profile/isCollection.ts';
import { medianIntervalMicros } from '../profile/medianInterval.ts';
import type { Profile } from '../profile/profile.ts';

/** The report of a thread on its event loop. */
export interface ThreadLoop {
  pid: number;
  /** 0 on the main thread. */
  threadId: number;
  events: readonly LoopEvent[];
}

/** How much of some time the server's busiest thread was ready but had no CPU, on the clock of the events. */
export interface CpuWait {
  fromMs: number;
  toMs: number;
  /** 0…1 */
  share: number;
}

/**
 * The whole seconds of a window. An event is of the second that its middle is in, and so is a wait for a
 * CPU, and a sample, which says whether V8 collected garbage.
 */
export function loopSeconds(
  loops: readonly ThreadLoop[],
  windowStartMs: number,
  profile: Profile,
  cpuWaits: readonly CpuWait[] = [],
): LoopSecond[] {
  return Array.from(collectionMs(profile), (gcMs, index) => {
    const fromMs = windowStartMs + index * 1000;
    const threads = loops.map(({ pid, events }) => {
      return { pid, events: events.filter((event) => isIn(event, fromMs)) };
    });
    const events = threads.flatMap((thread) => thread.events);
    const delayMs = events.reduce((longest, each) => Math.max(longest, each.longestMs), 0);
    const waits = cpuWaits.filter((wait) => isIn(wait, fromMs));
    return { delayMs, gcMs, ...useOf(threads), ...waitOf(waits) };
  });
}

function collectionMs(profile: Profile): Float64Array {
  const { samples, windowMs } = profile;
  const ofSeconds = new Float64Array(Math.floor(windowMs / 1000));
  const sampleMs = medianIntervalMicros(profile) / 1000;
  samples.node.forEach((node, sample) => {
    const second = Math.floor(samples.timeMicros[sample]! / 1e6);
    if (second < ofSeconds.length && isCollection(profile, node)) ofSeconds[second]! += sampleMs;
  });
  return ofSeconds;
}

function isIn({ fromMs, toMs }: Pick<LoopEvent, 'fromMs' | 'toMs'>, startMs: number): boolean {
  const middleMs = (fromMs + toMs) / 2;
  return middleMs >= startMs && middleMs < startMs + 1000;
}

function waitOf(waits: readonly CpuWait[]): Pick<LoopSecond, 'cpuWaitShare'> {
  const [allMs, waitedMs] = waits.reduce(
    ([all, waited], { fromMs, toMs, share }) => [
      all + toMs - fromMs,
      waited + share * (toMs - fromMs),
    ],
    [0, 0],
  );
  return allMs > 0 ? { cpuWaitShare: waitedMs / allMs } : {};
}

function useOf(
  threads: readonly Pick<ThreadLoop, 'pid' | 'events'>[],
): Pick<LoopSecond, 'busyShare' | 'heapBytes' | 'rssBytes' | 'externalBytes' | 'resources'> {
  const rss = new Map<number, number>();
  let [heapBytes, externalBytes, resources, busyShare] = [0, 0, 0, 0];
  for (const { pid, events } of threads) {
    const told = events.flatMap(({ fromMs, toMs, use }) =>
      use ? [{ ms: toMs - fromMs, use }] : [],
    );
    const last = told.at(-1);
    if (!last) continue;
    const sum = (of: (each: (typeof told)[number]) => number) =>
      told.reduce((all, each) => all + of(each), 0);
    busyShare = Math.max(
      busyShare,
      Math.min(1, sum(({ use }) => use.busyMs) / sum(({ ms }) => ms)),
    );
    heapBytes += last.use.heapBytes;
    externalBytes += last.use.externalBytes;
    // A load that ends with the window closes its connections before the last report.
    resources += Math.max(...told.map(({ use }) => use.resources));
    // Each thread of a process tells the same.
    rss.set(pid, last.use.rssBytes);
  }
  if (rss.size === 0) return {};
  const rssBytes = [...rss.values()].reduce((sum, each) => sum + each);
  return { busyShare, heapBytes, rssBytes, externalBytes, resources };
}
