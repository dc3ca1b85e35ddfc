import type { ChangeInterval, MemoryVerdict } from '../../shared/verdict.ts';

/**
 * What a run allocates in its window depends a little on what is still in work at its ends, and in each
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
  const sizes = [Math.abs(lowPercent), Math.abs(highPercent)];
  const largest = Math.max(...sizes);
  if (largest > smallPercent && (lowPercent > 0 || highPercent < 0)) {
    const kind = lowPercent > 0 ? 'more' : 'less';
    return { kind, lowPercent: Math.min(...sizes), highPercent: largest };
  }
  const largerThanPercent = Math.max(largest, smallPercent);
  if (largerThanPercent <= narrowPercent) return { kind: 'no-difference', largerThanPercent };
  return { kind: 'cannot-tell', lowPercent, highPercent };
}
