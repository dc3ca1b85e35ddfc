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

function changesOf(old: string[], now: string[]): Change[] {
  const changes = diffArrays(old, now, { maxEditLength: maxEdits });
  if (changes) return slidDown(removedFirst(changes), old, now);
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

/** What came in the place of lines follows their removal, whichever the package says first. */
function removedFirst(changes: Change[]): Change[] {
  const sorted = [...changes];
  for (let i = 1; i < sorted.length; i++) {
    const [before, here] = [sorted[i - 1]!, sorted[i]!];
    if (before.added && here.removed) [sorted[i - 1], sorted[i]] = [here, before];
  }
  return sorted;
}

/**
 * Where `}` and a whole function are new, it may as well be the function and its own `}`: blocks that
 * can be said to be lower down are, so that they are not taken for a change of what is above.
 */
function slidDown(changes: Change[], old: string[], now: string[]): Change[] {
  const slid = changes.map((change) => ({ ...change }));
  let at = 0;
  let nowAt = 0;
  for (const [index, change] of slid.entries()) {
    const { added, removed } = change;
    if (added || removed) {
      const [before, next] = [slid[index - 1], slid[index + 1]];
      const text = removed ? old : now;
      const start = removed ? at : nowAt;
      const isAlone = before && next && !isEdit(before) && !isEdit(next);
      let moved = 0;
      while (
        isAlone &&
        next.count > 0 &&
        text[start + moved] === text[start + moved + change.count]
      ) {
        moved++;
        before.count++;
        next.count--;
      }
      at += moved;
      nowAt += moved;
    }
    if (!added) at += change.count;
    if (!removed) nowAt += change.count;
  }
  return slid;
}

function isEdit({ added, removed }: Change): boolean {
  return added || removed;
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
