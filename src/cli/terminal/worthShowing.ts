const minShare = 0.005;
const minEntries = 3;

/** Largest first; what is too small to matter only to fill up a few entries. */
export function worthShowing<T extends { self: number }>(entries: readonly T[]): T[] {
  return [...entries]
    .sort((a, b) => b.self - a.self)
    .filter(({ self }, index) => self >= minShare || (index < minEntries && self >= 0.0005));
}
