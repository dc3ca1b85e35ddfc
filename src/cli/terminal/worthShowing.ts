const minShare = 0.005;
const minEntries = 3;

/** Sorts by size and drops small entries, except to fill up the first few. */
export function worthShowing<T extends { self: number }>(entries: readonly T[]): T[] {
  return [...entries]
    .sort((a, b) => b.self - a.self)
    .filter(({ self }, index) => self >= minShare || (index < minEntries && self >= 0.0005));
}
