import type { MeasureProblem } from '../../shared/measure.ts';
import { failureNotice } from '../run/failureNotice.ts';

/** The buttons for a measurement that has no result. */
export type MeasureAction =
  | 'Measure Against…'
  | 'Show Output'
  | 'Change Build Command…'
  | 'Profile Server'
  | 'Stop It'
  | 'Manage Workspace Trust';

/** The buttons that help with a problem; for `build-needed` an input box asks instead. */
export function problemActions({ kind, side, failure }: MeasureProblem): MeasureAction[] {
  switch (kind) {
    case 'no-git':
    case 'no-repository':
    case 'unknown-revision':
    case 'checkout-failed':
      return ['Measure Against…'];
    case 'build-needed':
    case 'build-failed':
      return ['Show Output', 'Change Build Command…', 'Measure Against…'];
    case 'run-failed':
      if (failure === null) return ['Measure Against…'];
      // A run of the working tree alone explains the failure, and has buttons for it.
      return side === 'head'
        ? ['Show Output', 'Profile Server']
        : ['Show Output', 'Measure Against…'];
    case 'already-running':
      return ['Stop It'];
    case 'untrusted-workspace':
      return ['Manage Workspace Trust'];
    case 'cancelled':
      return [];
  }
}

/** Why a build is needed, without the remedy: the input box asks for that. */
export function buildReason({ message, wording = message }: MeasureProblem): string {
  if (typeof wording === 'string') return wording;
  return wording
    .filter((part) => typeof part === 'string')
    .join('')
    .trim();
}

/** The message for the person; null if it was cancelled, which is silent. */
export function problemText(problem: MeasureProblem): string | null {
  return problem.kind === 'cancelled' ? null : failureNotice(problem);
}
