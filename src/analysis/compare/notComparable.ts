import { deepRunNotComparable } from '../../shared/deepRun.ts';
import type { Report } from '../../shared/report.ts';

/** Thrown for a run that can't be compared; its message is a sentence for the user. */
export class NotComparableError extends Error {}

/** Throws a {@link NotComparableError} for a deep run, which `run` names. */
export function refuseDeep({ sampling }: Report, run = 'One of these'): void {
  if (sampling?.deep) throw new NotComparableError(deepRunNotComparable(run));
}
