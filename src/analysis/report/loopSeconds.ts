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

/**
 * The whole seconds of a window. An event is of the second that its middle is in, and so is a sample, which says
 * whether V8 collected garbage.
 */
export function loopSeconds(
  loops: readonly ThreadLoop[],
  windowStartMs: number,
  profile: Profile,
): LoopSecond[] {
  return Array.from(collectionMs(profile), (gcMs, index) => {
    const fromMs = windowStartMs + index * 1000;
    const threads = loops.map(({ pid, events }) => {
      return { pid, events: events.filter((event) => isIn(event, fromMs)) };
    });
    const events = threads.flatMap((thread) => thread.events);
    const delayMs = events.reduce((longest, each) => Math.max(longest, each.longestMs), 0);
    return { delayMs, gcMs, ...useOf(threads) };
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

function isIn({ fromMs, toMs }: LoopEvent, startMs: number): boolean {
  const middleMs = (fromMs + toMs) / 2;
  return middleMs >= startMs && middleMs < startMs + 1000;
}

function useOf(
  threads: readonly Pick<ThreadLoop, 'pid' | 'events'>[],
): Pick<LoopSecond, 'busyShare' | 'heapBytes' | 'rssBytes'> {
  const rss = new Map<number, number>();
  let heapBytes = 0;
  let busyShare = 0;
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
    // Each thread of a process tells the same.
    rss.set(pid, last.use.rssBytes);
  }
  if (rss.size === 0) return {};
  return { busyShare, heapBytes, rssBytes: [...rss.values()].reduce((sum, each) => sum + each) };
}
