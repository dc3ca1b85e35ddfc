import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routesSection } from '../../src/cli/terminal/routesSection.ts';
import { createStyle } from '../../src/cli/terminal/style.ts';
import { displayWidth } from '../../src/cli/terminal/displayText.ts';
import { LoadRoutes } from '../../src/engine/load/loadRoutes.ts';
import { routesProfile } from '../support/routesRun.ts';
import { reportOf } from '../support/sampleRun.ts';

const style = createStyle({ columns: 100, colour: false, baseFolder: '/app' });

test('the terminal tells of each route what it costs, its hottest line and its longest wait', () => {
  const section = routesSection(reportOf(routesProfile()), 8, style);
  assert.deepEqual(section, [
    'By route  share of the CPU time, CPU time and mean latency of a request',
    '      CPU a request  latency',
    '   60.0 %   1.50 ms    24 ms  GET /orders/:id  app.js:7  ⏱ 20 ms at app.js:33',
    '   30.0 %    500 µs     2 ms  GET /users       app.js:7',
    '      0 %      0 µs     3 ms  POST /batch',
    '   10.0 %                     no route',
  ]);
});

test('routes beyond the dearest are one row, and no row is wider than the terminal', () => {
  const report = reportOf(routesProfile());
  const long = report.routes!.map((each) => ({
    ...each,
    route: `GET /${'very-long-'.repeat(20)}`,
  }));
  const section = routesSection(
    { routes: long },
    1,
    createStyle({ ...style, columns: 80, colour: false }),
  );
  assert.ok(
    section.every((row) => displayWidth(row) <= 80),
    section.join('\n'),
  );
  assert.match(section.at(-2)!, /^ +30\.0 % +2 more routes$/);
  assert.deepEqual(routesSection({ routes: null }, 8, style), []);
});

test('requests that differ by values and query alone are of one route', () => {
  const request = (path: string, method = 'GET') => ({ method, path, headers: {} });
  const routes = new LoadRoutes([
    request('/orders/17?sort=name'),
    request('/users'),
    request('/orders/18'),
    request('/users', 'POST'),
  ]);
  assert.deepEqual(routes.names, ['GET /orders/:id', 'GET /users', 'POST /users']);
  assert.ok(routes.hasSeveral);
  assert.deepEqual(
    ['POST /users', 'GET /health'].map((each) => routes.numberOf(each)),
    [2, -1],
  );
  const answers = [1, 2, 4, 8].map((count) => ({ answers: count, latencySumMs: 10 * count }));
  assert.deepEqual(
    routes.answers(answers).map((each) => [each.answers, each.latencySumMs]),
    [
      [5, 50],
      [2, 20],
      [8, 80],
    ],
  );
  assert.ok(!new LoadRoutes([request('/orders/1'), request('/orders/2')]).hasSeveral);
});
