import type { WaitName } from '../../shared/requestTimes.ts';
import type { ContextStacks } from './contextStacks.ts';
import type { FollowedPath } from './followedPaths.ts';

/** The same for all waits for one thing at one line. */
export function waitKey(place: { file: string; line: number }, { kind, target }: WaitName): string {
  return `${place.file}:${place.line} ${kind} ${target}`;
}

/** Waits for one thing, one after the other from the same place. */
export interface WaitRow {
  length: number;
  /** The frames that led there, outermost first. */
  stack: readonly number[];
}

/**
 * How many waits for one thing follow one another, by {@link waitKey}: of each request the longest row
 * whose waits come from the same place (all callers alike) with no other wait between them, as a mean.
 */
export function longestRows(
  paths: readonly FollowedPath[],
  stacks: ContextStacks,
): ReadonlyMap<string, WaitRow> {
  const means = new Map<string, WaitRow>();
  for (const path of paths) {
    for (const [key, { length, stack }] of longestRowsOf(path, stacks)) {
      const known = means.get(key);
      const mean = (known?.length ?? 0) + length * path.weight;
      means.set(key, { length: mean, stack: known?.stack ?? stack });
    }
  }
  return means;
}

function longestRowsOf({ thread, steps }: FollowedPath, stacks: ContextStacks) {
  const longest = new Map<string, WaitRow>();
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
    if (key !== '' && row > (longest.get(key)?.length ?? 0))
      longest.set(key, { length: row, stack });
  }
  return longest;
}
