/** A run among those of two states of the code. */
export interface RunInOrder {
  order: number;
}

export interface RunPairs<T extends RunInOrder> {
  /**
   * Neighbours in time, one of each state, for which the machine's conditions were nearly equal.
   */
  pairs: { base: T; head: T }[];
  /** Neighbours in time of the same state, no run twice. They show the machine's own noise. */
  sameCode: [T, T][];
}

/**
 * Pairs neighbouring runs, each at most once among the pairs:
 *
 *     A B B A A B B A   →  AB BA AB BA, and of the same code BB AA BB
 *     A A A B B B       →  AB only: the runs were not interleaved
 */
export function pairRuns<T extends RunInOrder>(
  base: readonly T[],
  head: readonly T[],
): RunPairs<T> {
  const runs = [
    ...base.map((run) => ({ run, isBase: true })),
    ...head.map((run) => ({ run, isBase: false })),
  ].sort((a, b) => a.run.order - b.run.order);
  const pairs: RunPairs<T>['pairs'] = [];
  const sameCode: RunPairs<T>['sameCode'] = [];
  let lastPaired = -1;
  let lastSame = -1;
  for (let i = 1; i < runs.length; i++) {
    const [before, here] = [runs[i - 1]!, runs[i]!];
    if (before.isBase === here.isBase) {
      if (lastSame < i - 1) {
        sameCode.push([before.run, here.run]);
        lastSame = i;
      }
    } else if (lastPaired < i - 1) {
      pairs.push(
        before.isBase ? { base: before.run, head: here.run } : { base: here.run, head: before.run },
      );
      lastPaired = i;
    }
  }
  return { pairs, sameCode };
}
