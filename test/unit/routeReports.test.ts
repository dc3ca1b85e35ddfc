import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutAwaits } from '../../src/analysis/awaits/withoutAwaits.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { profileFromJson, profileToJson } from '../../src/analysis/profile/profileJson.ts';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import { measuredAlone } from '../../src/analysis/report/measuredAlone.ts';
import { partOfProfile } from '../../src/analysis/report/partOfProfile.ts';
import { openSavedRun, packRun } from '../../src/analysis/saved/savedRun.ts';
import type { Area } from '../../src/shared/vocabulary.ts';
import type { RouteReport } from '../../src/shared/routes.ts';
import { longestWait, noRouteShare } from '../../src/shared/routeText.ts';
import { routesProfile } from '../support/routesRun.ts';
import { reportOf } from '../support/sampleRun.ts';

function routesOf(profile: Profile, ...areas: Area[]): RouteReport[] {
  return buildReport(profile, new Set(areas)).routes ?? [];
}

/** Self in percent by line, with `⏱` and the milliseconds of a wait. */
function linesOf({ lines }: RouteReport): string[] {
  return lines.map(({ line, self, waitMs }) => {
    return `${line}: ${Math.round(self * 100)} %${waitMs > 0 ? ` ⏱ ${waitMs} ms` : ''}`;
  });
}

test('each route has its share of the CPU time, and its requests what one of them takes', () => {
  const routes = routesOf(routesProfile(), 'app');
  assert.deepEqual(
    routes.map(({ route, cpuShare, cpuMicrosPerRequest }) => {
      return [route, cpuShare, Math.round(cpuMicrosPerRequest!)];
    }),
    [
      // 60 % of a second for 400 requests.
      ['GET /orders/:id', 0.6, 1500],
      ['GET /users', 0.3, 500],
      ['POST /batch', 0, 0],
    ],
  );
  assert.equal(noRouteShare(routes).toFixed(3), '0.100');
});

test('a route has its own part of a line that several routes run, and its own waits', () => {
  const [orders, users, batch] = routesOf(routesProfile(), 'app');
  assert.deepEqual(linesOf(orders!), ['7: 40 %', '31: 20 % ⏱ 0.01 ms', '33: 0 % ⏱ 20 ms']);
  assert.deepEqual(linesOf(users!), ['7: 30 %']);
  assert.deepEqual(linesOf(batch!), []);
  assert.equal(longestWait(orders!)?.line, 33);
  assert.equal(longestWait(users!), null);
});

test('lines of areas that are hidden count for none', () => {
  const [orders] = routesOf(routesProfile(), 'deps');
  assert.deepEqual([orders?.cpuShare, linesOf(orders!)[0]], [0.6, '33: 0 % ⏱ 20 ms']);
});

test('of the dearest lines and the longest waits alone is told', () => {
  const { routes, ...profile } = routesProfile();
  const [orders, ...others] = routes!.list;
  const waits = Array.from({ length: 99 }, (_, i) => {
    return { file: '/app/app.js', line: 100 + i, waitMs: 99 - i };
  });
  const list = [{ ...orders!, waits }, ...others];
  const [told] = routesOf({ ...profile, routes: { ...routes!, list } }, 'app');
  assert.deepEqual(linesOf(told!).slice(0, 3), ['7: 40 %', '31: 20 %', '100: 0 % ⏱ 99 ms']);
  assert.equal(told!.lines.length, 22);
});

test('nothing is told of routes where they were not learned, or are not wanted', () => {
  const { routes: _, ...profile } = routesProfile();
  assert.ok(!('routes' in buildReport(profile, new Set(['app']))));
  const whole = routesProfile();
  const { profile: alone, report } = measuredAlone({ profile: whole, report: reportOf(whole) });
  assert.ok(!('routes' in report) && !('route' in alone.samples));
  assert.equal(withoutAwaits(alone), alone);
});

test('a part of the processes has the routes of its own samples, at the same CPU time each', () => {
  const profile = routesProfile();
  profile.isolates = [0, 1].map((threadId) => ({ pid: 4711, threadId, role: 'worker' }));
  profile.samples.isolate = profile.samples.isolate.map((_, sample) => (sample < 30 ? 0 : 1));
  const [first] = routesOf(partOfProfile(profile, [0]), 'app');
  assert.deepEqual([first?.route, first?.cpuShare], ['GET /orders/:id', 1]);
  assert.equal(Math.round(first!.cpuMicrosPerRequest!), 750);
});

test('a saved run keeps its routes', () => {
  const profile = routesProfile();
  const report = reportOf(profile);
  const opened = openSavedRun(packRun(profile, report));
  assert.deepEqual(opened.profile.routes, profile.routes);
  assert.deepEqual(opened.profile.samples.route, profile.samples.route);
  assert.deepEqual(opened.report.routes, report.routes);
});

test('what a file says of routes is cleaned, and refused where it is damaged', () => {
  const saved = (change: (json: ReturnType<typeof profileToJson>) => void) => {
    const json = structuredClone(profileToJson(routesProfile()));
    change(json);
    return profileFromJson(JSON.parse(JSON.stringify(json))).routes;
  };
  const cleaned = saved(({ routes }) => (routes!.list[0]!.route = 'GET\n\u001b[31m/x'));
  assert.equal(cleaned?.list[0]?.route, 'GET /x');
  const damages: ((json: ReturnType<typeof profileToJson>) => void)[] = [
    ({ routes }) => (routes!.list[0]!.requests = -1),
    ({ routes }) => (routes!.cpuMicros = -1),
    ({ routes }) => routes!.list.pop() && routes!.list.pop(),
    ({ samples }) => (samples.route = 'x'),
  ];
  for (const damage of damages) {
    assert.throws(() => saved(damage), /^Error: The saved profile is damaged: /);
  }
});
