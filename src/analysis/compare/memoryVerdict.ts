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
  const largerThanPercent = Math.max(...sizes);
  const isSmall = largerThanPercent <= smallPercent;
  if (!isSmall && (lowPercent > 0 || highPercent < 0)) {
    const kind = lowPercent > 0 ? 'more' : 'less';
    return { kind, lowPercent: Math.min(...sizes), highPercent: largerThanPercent };
  }
  if (largerThanPercent <= narrowPercent) return { kind: 'no-difference', largerThanPercent };
  return { kind: 'cannot-tell', lowPercent, highPercent };
}
