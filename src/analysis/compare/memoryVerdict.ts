import { sizeOfChange, type ChangeInterval, type MemoryVerdict } from '../../shared/verdict.ts';

/**
 * The allocations of a run in its window depend a little on what is still in work at its ends, and in each
 * pair perhaps in the same direction: smaller differences than this are none.
 */
const smallPercent = 0.5;

/** Whether a request allocates more or less than before; null if the runs are too few to tell. */
export function memoryVerdict(
  change: ChangeInterval | null,
  narrowPercent: number,
): MemoryVerdict | null {
  if (!change) return null;
  const { lowPercent, highPercent } = change;
  const size = sizeOfChange(change);
  if (size && size.highPercent > smallPercent) {
    return { kind: lowPercent > 0 ? 'more' : 'less', ...size };
  }
  const largerThanPercent = Math.max(-lowPercent, highPercent, smallPercent);
  if (largerThanPercent <= narrowPercent) return { kind: 'no-difference', largerThanPercent };
  return { kind: 'cannot-tell', lowPercent, highPercent };
}
