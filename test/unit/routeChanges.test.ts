import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StateComparison } from '../../src/analysis/compare/stateComparison.ts';
import { compareMarkdown } from '../../src/cli/compareMarkdown.ts';
import { compareText } from '../../src/cli/terminal/compareText.ts';
import { createStyle } from '../../src/cli/terminal/style.ts';
import type { CompareReport } from '../../src/shared/compareReport.ts';
import type { RouteReport } from '../../src/shared/routes.ts';
import { seededRandom } from '../support/random.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { sideInTurn } from '../support/sideInTurn.ts';

/** By route milliseconds of CPU time and of waiting. */
type Costs = Record<string, [cpuMs: number, waitMs: number | null]>;

function routesOf(costs: Costs, jitter: number): RouteReport[] {
  return Object.entries(costs).map(([route, [cpuMs, waitMs]]) => ({
    ...{ route, requests: 100, meanMs: 30, cpuShare: 0.5, lines: [] },
    cpuMicrosPerRequest: (cpuMs + 0.01 * jitter) * 1000,
    sampled: waitMs === null ? 3 : 2000,
    parts:
      waitMs === null ? null : { cpu: cpuMs, gc: 0, queue: 0, outside: 1, wait: waitMs + jitter },
  }));
}

/** Runs in turn, each with a little noise of its own. */
function compared(base: Costs | null, head: Costs): CompareReport {
  const comparison = new StateComparison({ areas: ['app'], packages: [] });
  for (let order = 0; order < 12; order++) {
    const side = sideInTurn(order);
    const profile = profileFromStacks([[5000, 'handle:1']]);
    const costs = { base, head }[side];
    const routes = costs && routesOf(costs, seededRandom(order + 1)() * 0.4);
    comparison.add(side, { profile, report: { ...reportOf(profile), routes } }, order);
  }
  return comparison.report();
}

const before: Costs = { 'GET /orders/:id': [2, 20], 'GET /users': [1, 5], 'GET /new': [1, null] };

test('says which route waits shorter, and which takes more CPU time', () => {
  const report = compared(before, { ...before, 'GET /orders/:id': [2, 8], 'GET /users': [2, 5] });
  const changed = report.code.routes.filter(({ isBeyondNoise }) => isBeyondNoise);
  assert.deepEqual(
    changed.map(({ route, kind, change }) => [route, kind, Math.round(change!.micros / 500) / 2]),
    [
      ['GET /orders/:id', 'wait', -12],
      ['GET /users', 'cpu', 1],
    ],
  );
  const kinds = report.code.routes.flatMap(({ route, kind }) => (route === 'GET /new' ? kind : []));
  assert.deepEqual(kinds, ['cpu'], 'waits of too few requests are not compared');

  assert.match(
    report.sentence,
    /Of the routes, GET \/orders\/:id waits 1[12]\.\d ms to 1[23]\.\d ms less, GET \/users takes .* to .* more CPU time\.$/,
  );

  const style = createStyle({ columns: 100, colour: false, baseFolder: '/app' });
  assert.match(
    compareText(report, style),
    /\nRoutes that changed .*\n.*wait of GET \/orders\/:id\n/,
  );
  assert.match(compareMarkdown(report, '/app'), /\| wait of `GET \/orders\/:id` \|/);
});

test('nothing is said of routes where the load of a state had one alone', () => {
  assert.deepEqual(compared(null, before).code.routes, []);
});
