/** V8's collections: of young objects, of the whole heap, a step of marking it, of weak references. */
export type GcKind = 'minor' | 'major' | 'incremental' | 'weak';

/** The collections of one kind, with the time for which V8 stopped a thread: the sum, and the longest. */
export interface Collections {
  kind: GcKind;
  count: number;
  ms: number;
  longestMs: number;
}

/** @param micros microseconds for which V8 stopped the thread */
export function oneCollection(kind: GcKind, micros: number): Collections {
  const ms = micros / 1000;
  return { kind, count: 1, ms, longestMs: ms };
}

/** One entry for each kind. */
export function sumByKind(all: readonly Collections[]): Collections[] {
  const sums = new Map<GcKind, Collections>();
  for (const { kind, count, ms, longestMs } of all) {
    const sum = sums.get(kind) ?? { kind, count: 0, ms: 0, longestMs: 0 };
    sums.set(kind, {
      ...{ kind, count: sum.count + count, ms: sum.ms + ms },
      longestMs: Math.max(sum.longestMs, longestMs),
    });
  }
  return [...sums.values()];
}
