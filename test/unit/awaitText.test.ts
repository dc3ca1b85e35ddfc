import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaitLabel, awaitText } from '../../src/shared/awaitText.ts';
import type { LineReport } from '../../src/shared/report.ts';
import { lineLabel } from '../../src/server/profile/lineLabel.ts';

function line(self: number, viaAwait: number, more: Partial<LineReport> = {}): LineReport {
  return {
    ...{ file: '/app/main.js', line: 31, self, own: 0, total: self, exact: true },
    parts: { gc: 0, v8: 0, native: 0, core: 0, deps: 0 },
    tiers: { ignition: 0, sparkplug: 0, maglev: 0, turbofan: 0 },
    viaAwait,
    awaited: [
      { name: 'pg', self: viaAwait * 0.7 },
      { name: '(node)', self: viaAwait * 0.25 },
      { name: 'pg-types', self: viaAwait * 0.05 },
    ],
    ...more,
  };
}

test('says how much ran after awaits, how sure that is, and in which packages', () => {
  assert.equal(
    awaitText(line(0.4, 0.31, { viaAwaitError: 0.0061 })),
    '31.0 % ±1.2 after awaits in pg and Node.js core',
  );
  assert.equal(awaitText(line(0.4, 0.0004)), '');
  assert.equal(awaitText({ ...line(0.4, 0), awaited: [] }), '');
});

test('the label of a line names the packages, and the share where it is not all of self', () => {
  const labelOf = (report: LineReport) =>
    lineLabel({ report, marked: [], stale: false, difference: null });
  assert.equal(labelOf(line(0.4, 0.31)), '40.0 %  31.0 % after awaits in pg and Node.js core');
  assert.equal(labelOf(line(0.4, 0.39)), '40.0 %  after awaits in pg and Node.js core');
  assert.equal(labelOf(line(0.4, 0.03)), '40.0 %');
  assert.equal(awaitLabel({ self: 0.4 }), '');
});
