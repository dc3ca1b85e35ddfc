import type { ChangeInterval } from '../../shared/verdict.ts';

/** A difference that is known to a fifth of itself needs no more runs, however wide that is. */
const shareOfDifference = 0.2;

/** Whether the interval reaches no further than wanted to both sides of the estimate. */
export function isNarrow(
  { percent, lowPercent, highPercent }: ChangeInterval,
  precisionPercent: number,
): boolean {
  const reachPercent = (highPercent - lowPercent) / 2;
  return reachPercent <= Math.max(precisionPercent, shareOfDifference * Math.abs(percent));
}
