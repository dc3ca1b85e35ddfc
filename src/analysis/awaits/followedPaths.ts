import type { LearnedPath } from '../../shared/learningWire.ts';
import type { RequestTimeline, TimelineLine, WaitPicture } from '../../shared/requestTimes.ts';
import type { ContextStacks } from './contextStacks.ts';
import type { LearnedWork } from './learnedWork.ts';

/** A path that was kept. */
export interface FollowedPath extends LearnedPath {
  thread: number;
  /** The share (0…1) of all followed requests that it stands for. */
  weight: number;
}

/** The paths of all threads. A thread that had more requests keeps a smaller part of them. */
export function followedPaths({ requests }: Pick<LearnedWork, 'requests'>): FollowedPath[] {
  const kept = requests.map((each) => (each && each.paths.length > 0 ? each.count : 0));
  const all = kept.reduce((sum, count) => sum + count, 0);
  return requests.flatMap((followed, thread) =>
    (followed?.paths ?? []).map((path) => {
      return { ...path, thread, weight: kept[thread]! / all / followed!.paths.length };
    }),
  );
}

/** The requests to look at, and the latencies that they were chosen by. */
export function chosenTimelines(
  { requests }: Pick<LearnedWork, 'requests'>,
  paths: readonly FollowedPath[],
  stacks: ContextStacks,
): Omit<WaitPicture, 'tree'> {
  const latencies = Float64Array.from(requests.flatMap((each) => each?.latenciesMs ?? [])).sort();
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? 0;
  const [p50Ms, p99Ms] = [at(0.5), at(0.99)];
  const [typical, slow] = [nearest(paths, p50Ms), nearest(paths, p99Ms)];
  return {
    typical: typical && timelineOf(typical, stacks),
    slow: slow && slow !== typical ? timelineOf(slow, stacks) : null,
    ...{ p50Ms, p99Ms },
  };
}

function nearest(paths: readonly FollowedPath[], ms: number): FollowedPath | null {
  let best: FollowedPath | null = null;
  for (const path of paths) {
    if (!best || Math.abs(path.ms - ms) < Math.abs(best.ms - ms)) best = path;
  }
  return best;
}

function timelineOf({ thread, ms, steps }: FollowedPath, stacks: ContextStacks): RequestTimeline {
  const lines: TimelineLine[] = [];
  const indexes = new Map<string, number>();
  const placeOf = (context: number): number => {
    const frame = stacks.of(thread, context).at(-1);
    if (frame === undefined) return -1;
    const key = stacks.keyOf(frame);
    let index = indexes.get(key);
    if (index === undefined) indexes.set(key, (index = lines.push(stacks.line(frame)) - 1));
    return index;
  };
  const placed = steps.map((step) => ({
    ...{ startMs: step.startMs, ms: step.ms, kind: step.kind },
    ...{ at: placeOf(step.context), wait: step.name },
  }));
  return { totalMs: ms, lines, steps: placed };
}
