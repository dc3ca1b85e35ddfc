import { diffArrays } from 'diff';

/** How the lines of one text became those of another. Arrays are by 0-based line. */
export interface LineDiff {
  /** For each old line, its new line, or -1 if it is gone. */
  newOf: Int32Array;
  /** For each old line, 1 if it is gone or its text changed. */
  changed: Uint8Array;
  /** For each old line, 1 if lines with text were inserted directly before it. */
  insertedBefore: Uint8Array;
}

/** Compares lines. Space around a line and blank lines don't count. */
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

/** Texts that differ more are too costly to compare, and the result would say nothing. */
const maxEdits = 2000;
/** How far down to look for an edited line. */
const maxDistance = 100;

/**
 * Lists the changes in order, each removal before the addition that replaces it. A block that fits
 * in several places is placed as low as possible: if `}` and a function are new, the function gets
 * its own `}`.
 */
function changesOf(old: string[], now: string[]): Change[] {
  // The package already returns changes in this order.
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

/** Pairs each edited line with the first added line that keeps at least half of its text. */
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
