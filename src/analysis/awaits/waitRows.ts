import type { WaitName } from '../../shared/requestTimes.ts';
import type { ContextStacks } from './contextStacks.ts';
import type { FollowedPath } from './followedPaths.ts';

/** The same for all waits for one thing at one line. */
export function waitKey(place: { file: string; line: number }, { kind, target }: WaitName): string {
  return `${place.file}:${place.line} ${kind} ${target}`;
}

/**
 * How many waits for one thing follow one another, by {@link waitKey}: of each request the longest row
 * whose waits come from the same place (all callers alike) with no other wait between them, as a mean.
 */
export function longestRows(
  paths: readonly FollowedPath[],
  stacks: ContextStacks,
): ReadonlyMap<string, number> {
  const means = new Map<string, number>();
  for (const path of paths) {
    for (const [key, longest] of longestRowsOf(path, stacks)) {
      means.set(key, (means.get(key) ?? 0) + longest * path.weight);
    }
  }
  return means;
}

function longestRowsOf({ thread, steps }: FollowedPath, stacks: ContextStacks) {
  const longest = new Map<string, number>();
  let last = '';
  let row = 0;
  for (const { context, name } of steps) {
    if (!name) continue;
    const stack = stacks.of(thread, context);
    const frame = stack.at(-1);
    const key = frame === undefined ? '' : waitKey(stacks.line(frame), name);
    const from = `${stack.map((each) => stacks.keyOf(each)).join()} ${key}`;
    row = from === last ? row + 1 : 1;
    last = from;
    if (key !== '') longest.set(key, Math.max(row, longest.get(key) ?? 0));
  }
  return longest;
}
