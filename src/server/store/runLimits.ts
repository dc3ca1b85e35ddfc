import type { KeptRuns, ListedRun } from '../../shared/savedRuns.ts';

type Sized = Pick<ListedRun, 'isBaseline' | 'bytes' | 'takenAt'>;

/** The oldest runs beyond the limits. Baselines don't count, and the newest run always stays. */
export function runsBeyond<R extends Sized>(
  runs: readonly R[],
  { count, megabytes }: KeptRuns,
): R[] {
  const newestFirst = runs
    .filter(({ isBaseline }) => !isBaseline)
    .sort((a, b) => b.takenAt - a.takenAt);
  let bytes = 0;
  const end = newestFirst.findIndex((run, index) => {
    bytes += run.bytes;
    return index > 0 && (index >= count || bytes > megabytes * 1e6);
  });
  return end === -1 ? [] : newestFirst.slice(end);
}
