import type { RouteTimes, RouteWaitLine } from '../../shared/routes.ts';
import { noCause } from './causeTree.ts';
import { dividedLatency, summed, type FollowedSums, type WindowTimes } from './dividedLatency.ts';
import type { LearnedWork } from './learnedWork.ts';

/** With fewer requests of a route that were followed, where its latency goes is not told. */
const minFollowed = 10;

/** The known figures on a route's requests of the measured window. */
export interface WindowRoute extends Omit<WindowTimes, 'meanMs'> {
  route: string;
  requests: number;
  meanMs: number | null;
}

/**
 * Says where the latency of each route goes, by the requests that were followed.
 *
 * @param numberOf the number in `windows` of a route that the server saw; below 0 for others
 */
export function routeTimes(
  work: LearnedWork,
  windows: readonly WindowRoute[],
  numberOf: (route: string) => number,
): RouteTimes[] {
  const followed = windows.map(() => new Followed(work));
  work.requests.forEach((requests, thread) => {
    for (const { route, waits, ...sums } of requests?.routes ?? []) {
      const of = followed[numberOf(route)];
      of?.sums.push({ ...sums, busyShare: requests!.busyShare });
      for (const { context, ms } of waits) of?.addWait(thread, context, ms);
    }
  });
  return windows.map((window, number) => timesOf(window, followed[number]!));
}

function timesOf({ route, requests, meanMs, ...cpu }: WindowRoute, followed: Followed): RouteTimes {
  const sums = summed(followed.sums);
  const known = { route, requests, meanMs, sampled: sums?.count ?? 0 };
  if (!sums || meanMs === null || sums.count < minFollowed) {
    return { ...known, parts: null, waits: [] };
  }
  const { parts, scale } = dividedLatency(sums, { meanMs, ...cpu });
  return { ...known, parts, waits: followed.waits(scale / sums.count) };
}

/** The requests of one route. */
class Followed {
  readonly sums: FollowedSums[] = [];
  readonly #waits = new Map<string, RouteWaitLine>();

  constructor(private readonly work: Pick<LearnedWork, 'profile' | 'causesOfContexts'>) {}

  addWait(thread: number, context: number, ms: number): void {
    const { functions, frames, nodes } = this.work.profile;
    const node = this.work.causesOfContexts[thread]![context] ?? noCause;
    if (node === noCause) return;
    const frame = nodes.frame[node]!;
    const { file } = functions[frames.function[frame]!]!;
    const line = frames.line[frame]!;
    const key = `${file}:${line}`;
    const there = this.#waits.get(key);
    if (there) there.waitMs += ms;
    else this.#waits.set(key, { file, line, waitMs: ms });
  }

  waits(scale: number): RouteWaitLine[] {
    return [...this.#waits.values()]
      .map((each) => ({ ...each, waitMs: each.waitMs * scale }))
      .sort((a, b) => b.waitMs - a.waitMs);
  }
}
