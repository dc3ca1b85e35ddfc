import type { FindingKind } from '../../shared/finding.ts';
import type { ListedFinding } from '../../shared/linesWire.ts';

/** What the row below a finding does. */
export type FindingStep =
  | { type: 'open'; uri: string; line: number }
  | { type: 'why'; of: NonNullable<ListedFinding['of']> }
  | { type: 'measure-again'; connections: number }
  | { type: 'show-output' }
  | { type: 'show-hot-lines' }
  | { type: 'profile-allocations' };

/** The finding's own step, or the nearest to it that a command can take where only a person can do the rest. */
export function stepOf({ kind, action, of, uri, line }: ListedFinding): FindingStep {
  if (action?.type === 'measure-again') return action;
  if (action?.type === 'why' && of) return { type: 'why', of };
  if (uri !== null && line !== null) return { type: 'open', uri, line };
  return steps[kind] ?? { type: 'show-hot-lines' };
}

const steps: Partial<Record<FindingKind, FindingStep>> = {
  errors: { type: 'show-output' },
  gc: { type: 'profile-allocations' },
  'handle-leak': { type: 'show-output' },
};
