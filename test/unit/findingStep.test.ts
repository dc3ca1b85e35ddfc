import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepOf } from '../../src/host/findings/findingStep.ts';
import { findingKinds, type FindingAction, type FindingKind } from '../../src/shared/finding.ts';
import type { ListedFinding } from '../../src/shared/linesWire.ts';

function finding(kind: FindingKind, action: FindingAction | null = null): ListedFinding {
  return {
    ...{ kind, file: null, line: null, share: 0.5, ms: 1, bytes: null, perRequest: null },
    ...{ text: 'Something stands out.', next: 'Look at it.', action, uri: null, of: null },
  };
}

test('the row below a finding does something for each kind, also without a line', () => {
  const types = findingKinds.map((kind) => [kind, stepOf(finding(kind)).type]);
  const steps = Object.fromEntries(types) as Record<FindingKind, string>;
  assert.deepEqual(
    [steps.errors, steps.gc, steps.queue, steps['handle-leak']],
    ['show-output', 'profile-allocations', 'show-hot-lines', 'show-output'],
  );
  const again = { type: 'measure-again', connections: 50 } as const;
  assert.deepEqual(stepOf(finding('client-limited', again)), again);
});

test('a finding with a line opens it, unless it says something else to do', () => {
  const at = { uri: 'file:///app/main.js', line: 30 };
  assert.deepEqual(stepOf({ ...finding('gc'), ...at }), { type: 'open', ...at });
  assert.deepEqual(stepOf({ ...finding('cpu', { type: 'open-line' }), ...at }), {
    ...{ type: 'open', ...at },
  });
});
