import type { MeasureProblem } from '../../shared/measure.ts';
import { failureWords } from '../run/failureWords.ts';

/** What a person may do about a measuring that has no result. */
export type MeasureAction =
  | 'Measure Against…'
  | 'Show Output'
  | 'Change Build Command…'
  | 'Profile Server'
  | 'Stop It'
  | 'Manage Workspace Trust';

/** The buttons that help with a problem; `build-needed` is asked about instead. */
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
      // A run of its own says more of the code as it is, with the buttons that help.
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

/** What is said of it; null: nothing, cancelling is silent. */
export function problemWords(problem: MeasureProblem): string | null {
  return problem.kind === 'cancelled' ? null : failureWords(problem);
}
