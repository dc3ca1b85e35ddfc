import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutAwaits } from '../../src/analysis/awaits/withoutAwaits.ts';
import { profileFromJson, profileToJson } from '../../src/analysis/profile/profileJson.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import { measuredAlone } from '../../src/analysis/report/measuredAlone.ts';
import { openSavedRun, packRun } from '../../src/analysis/saved/savedRun.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';
import { requestTimes } from '../support/requestTimes.ts';

function waitingServer(): Profile {
  const profile = profileFromText(`
    main:9   main:9   main:7
             gc
  `);
  return { ...profile, requests: requestTimes() };
}

test('lines tell the waits beside their CPU time, and those that only wait come last', () => {
  const { lines, requests } = buildReport(waitingServer(), new Set(['app']));
  assert.deepEqual(
    lines.map(({ line, self, total, waitMs }) => [line, self, total, waitMs]),
    [
      [9, 2 / 3, 2 / 3, 0.39],
      [7, 1 / 3, 1 / 3, undefined],
      [31, 0, 0, 20],
    ],
  );
  assert.deepEqual(lines[2]?.waits, requestTimes().lines[0]!.waits);
  const { lines: _, ...expected } = requestTimes();
  assert.deepEqual(requests, expected);
});

test('a report in which nothing was learned of requests says nothing of them', () => {
  const { requests: _, ...profile } = waitingServer();
  const report = buildReport(profile, new Set(['app']));
  assert.ok(!('requests' in report));
  assert.deepEqual(
    report.lines.map(({ line, waitMs }) => [line, waitMs]),
    [
      [9, undefined],
      [7, undefined],
    ],
  );
});

test('a saved run keeps where requests wait', () => {
  const profile = waitingServer();
  const report = reportOf(profile);
  const opened = openSavedRun(packRun(profile, report));
  assert.deepEqual(opened.profile.requests, profile.requests);
  assert.deepEqual(opened.report.requests, report.requests);
  assert.deepEqual(opened.report.lines, report.lines);
});

test('a run is opened without its waits where nothing of the learning is wanted', () => {
  const profile = waitingServer();
  const alone = measuredAlone({ profile, report: reportOf(profile) });
  assert.equal(withoutAwaits(profile).requests, undefined);
  assert.ok(!('requests' in alone.report));
  assert.deepEqual(
    alone.report.lines.map(({ line }) => line),
    [9, 7],
  );
});

test('what a file says of requests is cleaned, and refused where it is damaged', () => {
  const saved = (change: (requests: ReturnType<typeof requestTimes>) => unknown) => {
    const requests = change(structuredClone(requestTimes()));
    const json = { ...profileToJson(waitingServer()), requests };
    return profileFromJson(JSON.parse(JSON.stringify(json))).requests;
  };
  const cleaned = saved((requests) => {
    requests.lines[0]!.waits[0]!.target = 'redis\n\u001b[31mBLPOP';
    return requests;
  });
  assert.equal(cleaned?.lines[0]?.waits[0]?.target, 'redis BLPOP');

  const damages: ((requests: ReturnType<typeof requestTimes>) => unknown)[] = [
    () => null,
    () => [],
    (requests) => ({ ...requests, lines: undefined }),
    (requests) => ({ ...requests, meanMs: -1 }),
    (requests) => ({ ...requests, parts: { ...requests.parts, queue: 'much' } }),
    (requests) => ({ ...requests, lines: [{ ...requests.lines[0], line: 2 ** 40 }] }),
    (requests) => ({ ...requests, lines: [{ ...requests.lines[0], waits: [{ kind: 'tea' }] }] }),
  ];
  for (const damage of damages) {
    assert.throws(() => saved(damage), /^Error: The saved profile is damaged: what it says of/);
  }
});
