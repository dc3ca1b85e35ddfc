import { diffArrays } from 'diff';

/** How the lines of one text became those of another. Arrays are by 0-based line. */
export interface LineDiff {
  /** By line of the old text: its line in the new one, -1 where it is gone. */
  newOf: Int32Array;
  /** By line of the old text: 1 where it is gone or its text is another. */
  changed: Uint8Array;
  /** By line of the old text: 1 where lines with text came between the one before it and it. */
  insertedBefore: Uint8Array;
}

/** Spaces at the ends of a line and blank lines count for nothing. */
export function diffLines(before: string[], after: string[]): LineDiff {
  const old = before.map((line) => line.trim());
  const now = after.map((line) => line.trim());
  const diff: LineDiff = {
    newOf: new Int32Array(old.length).fill(-1),
    changed: new Uint8Array(old.length),
    insertedBefore: new Uint8Array(old.length + 1),
  };
  let at = 0;
  let nowAt = 0;
  let removedFrom = 0;
  for (const { added, removed, count } of changesOf(old, now)) {
    if (removed) {
      for (let i = 0; i < count; i++) if (old[at + i] !== '') diff.changed[at + i] = 1;
      removedFrom = at;
      at += count;
    } else if (added) {
      pairEdited(diff, old, removedFrom, at, now, nowAt, nowAt + count);
      if (now.slice(nowAt, nowAt + count).some((line) => line !== '')) diff.insertedBefore[at] = 1;
      nowAt += count;
    } else {
      for (let i = 0; i < count; i++) diff.newOf[at + i] = nowAt + i;
      at += count;
      nowAt += count;
      removedFrom = at;
    }
  }
  return diff;
}

interface Change {
  added: boolean;
  removed: boolean;
  count: number;
}

/** Another text altogether costs too much to compare, and says nothing. */
const maxEdits = 2000;
/** How far down an edited line is looked for. */
const maxDistance = 100;

/**
 * A removal comes before what took its place. A block that can be placed higher or lower is placed
 * lower: where `}` and a whole function are new, it is the function with its own `}`.
 */
function changesOf(old: string[], now: string[]): Change[] {
  // The package finds the changes in this order by itself.
  const changes = diffArrays(old, now, { maxEditLength: maxEdits });
  if (changes) return changes;
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const rest = Math.min(old.length, now.length) - start;
  while (end < rest && old.at(-1 - end) === now.at(-1 - end)) end++;
  return [
    { added: false, removed: false, count: start },
    { added: false, removed: true, count: old.length - start - end },
    { added: true, removed: false, count: now.length - start - end },
    { added: false, removed: false, count: end },
  ];
}

/** A line that was edited is still there: the first new line in its place that has most of its text. */
function pairEdited(
  diff: LineDiff,
  old: string[],
  from: number,
  to: number,
  now: string[],
  nowFrom: number,
  nowTo: number,
): void {
  let free = nowFrom;
  for (let line = from; line < to; line++) {
    for (let candidate = free; candidate < Math.min(nowTo, free + maxDistance); candidate++) {
      if (!isEditOf(old[line]!, now[candidate]!)) continue;
      diff.newOf[line] = candidate;
      free = candidate + 1;
      break;
    }
  }
}

function isEditOf(old: string, now: string): boolean {
  const longer = Math.max(old.length, now.length);
  const shorter = Math.min(old.length, now.length);
  if (shorter === 0) return false;
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return start + end >= longer * 0.5;
}
