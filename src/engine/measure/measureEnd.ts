import type { ChangeInterval } from '../../shared/verdict.ts';

/** An interval within a fifth of the difference is narrow enough, however wide it is. */
const shareOfDifference = 0.2;

/** Whether half the interval is within the wanted precision. */
export function isNarrow(
  { percent, lowPercent, highPercent }: ChangeInterval,
  precisionPercent: number,
): boolean {
  const reachPercent = (highPercent - lowPercent) / 2;
  return reachPercent <= Math.max(precisionPercent, shareOfDifference * Math.abs(percent));
}
