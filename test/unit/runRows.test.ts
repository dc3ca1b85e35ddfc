import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runRows, type RunRow } from '../../src/host/runs/runRows.ts';
import type { ListedRun } from '../../src/shared/savedRuns.ts';
import { headNow, listedRun, ordersSeries } from '../support/savedHeads.ts';

/** The rows as text, one a line, indented. Narrow no-break spaces are shown as `_`. */
function picture(rows: RunRow[]): string[] {
  const lines = (row: RunRow): string[] => {
    if (row.kind === 'run') return [`${row.icon}: ${row.label} | ${row.description}`];
    return [
      `${row.label} | ${row.description}`,
      ...picture(row.children).map((each) => `  ${each}`),
    ];
  };
  return rows.flatMap(lines).map((line) => line.replaceAll('\u202f', '_'));
}

const rowsOf = (...runs: ListedRun[]) => picture(runRows(runs, headNow));

describe('the view of saved runs', () => {
  test('has figures, age and commit of each run', () => {
    const { target } = listedRun(0);
    const modified = { ...target!, modified: 'source-files' } as const;
    const documents = { ...target!, modified: 'other-files' } as const;
    const { commit: _commit, branch: _branch, modified: _modified, ...noGit } = target!;
    assert.deepEqual(
      rowsOf(
        listedRun(0, { isShown: true, target: modified }),
        listedRun(3, { name: 'before the cache', isBaseline: true }),
        listedRun(60, { target: documents }),
        listedRun(120, { target: noGit }),
        listedRun(3000, { load: null, failure: 'The server hangs.', target: null }),
      ),
      [
        'shown: 4_232 req/s · just now | 1a2b3c4 modified',
        'baseline: before the cache | 4_232 req/s · 3 min ago · 1a2b3c4',
        'run: 4_232 req/s · 1 h ago | 1a2b3c4',
        'run: 4_232 req/s · 2 h ago | ',
        'failed: failed · 2 days ago | ',
      ],
    );
  });

  test('groups what repeats another launch, request or folder, by the newest of each', () => {
    const series = { ...ordersSeries, request: 'customer' };
    const other = { ...ordersSeries, folder: '/work/api' };
    assert.deepEqual(rowsOf(listedRun(1), listedRun(2, { series }), listedRun(3)), [
      'npm run start · GET /orders | ',
      '  run: 4_232 req/s · 1 min ago | 1a2b3c4',
      '  run: 4_232 req/s · 3 min ago | 1a2b3c4',
      'npm run start · customer | ',
      '  run: 4_232 req/s · 2 min ago | 1a2b3c4',
    ]);
    assert.deepEqual(
      rowsOf(listedRun(1), listedRun(2, { series: other })).filter((row) => !row.startsWith(' ')),
      ['npm run start · GET /orders | shop', 'npm run start · GET /orders | api'],
    );
  });

  test('says of a deep run that it is one', () => {
    const { sampling } = listedRun(0);
    const deep = listedRun(3, { sampling: { ...sampling!, deep: true } });
    assert.deepEqual(rowsOf(deep), ['run: 4_232 req/s · 3 min ago | deep · 1a2b3c4']);
    const [row] = runRows([deep], headNow);
    assert.ok(row?.kind === 'run');
    assert.match(row.tooltip, /\n\nA deep run, whose figures are for no comparison\.\n/);
  });

  test('says to who hears it what its icon says', () => {
    const [row] = runRows([listedRun(3, { isShown: true, isBaseline: true })], headNow);
    assert.ok(row?.kind === 'run');
    assert.equal(
      row.spoken.replaceAll('\u202f', '_'),
      '4_232 req/s · 3 min ago, baseline · 1a2b3c4, shown in the editor',
    );
  });

  test('tells all figures of a run when it is pointed at', () => {
    const [row] = runRows([listedRun(3, { isBaseline: true })], headNow);
    assert.ok(row?.kind === 'run');
    const [what, ...rest] = row.tooltip.replaceAll('\u202f', '_').split('\n\n');
    assert.match(what!, /^npm run start · GET \/orders\n.*2026.* \(3 min ago\)$/);
    assert.deepEqual(rest.join('\n').split('\n'), [
      '4_232 req/s over 10 s with 10 connections',
      '231 µs of CPU time per request',
      '2.30 ms latency on average',
      '50 % within 2.12 ms, 90 % within 3.10 ms',
      '97.5 % within 4.41 ms, 99 % within 6.05 ms, slowest 31.4 ms',
      '42_318 requests, no errors',
      '8_640 samples on CPU, the server idle or without a CPU 11.8 %, garbage collection 4.1 %',
      'commit 1a2b3c4 of main',
      'Node.js 22.11.0, V8 12.4.254.21',
      'Some CPU, 4 cores, linux x64',
      'It is the baseline, which stays until it is unpinned.',
      '120 kB on disk',
    ]);
  });
});
