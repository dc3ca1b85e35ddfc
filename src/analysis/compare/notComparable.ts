import { deepRunNotComparable } from '../../shared/deepRun.ts';
import type { Report } from '../../shared/report.ts';

/** A run that says nothing of how far two states are apart; its message is a sentence for people. */
export class NotComparableError extends Error {}

/** Throws a {@link NotComparableError} for a deep run. `run`: what it is called. */
export function refuseDeep({ sampling }: Report, run = 'One of these'): void {
  if (sampling?.deep) throw new NotComparableError(deepRunNotComparable(run));
}
