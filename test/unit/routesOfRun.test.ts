import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routesOfRun } from '../../src/analysis/routes/routesOfRun.ts';
import type { RouteReport } from '../../src/shared/routes.ts';

/** The routes of a run that are for each route of a file. */
function found(sources: string[], ran: string[]): string[][] {
  const routes = sources.map((source) => {
    const [method = '', path = ''] = source.split(' ');
    return { method, path };
  });
  const reports = ran.map((route): RouteReport => {
    const times = { requests: 1, meanMs: 1, sampled: 0, parts: null };
    return { route, ...times, cpuShare: 0, cpuMicrosPerRequest: null, lines: [] };
  });
  return routesOfRun(routes, reports).map((each) => each.map(({ route }) => route));
}

test('a route of the source has the paths that differ by its values', () => {
  assert.deepEqual(
    found(
      ['GET /users/:name', 'GET /users/me', 'POST /users', 'GET /'],
      ['GET /users/ann', 'GET /users/:id', 'GET /users/me', 'POST /users', 'GET /'],
    ),
    [['GET /users/ann', 'GET /users/:id'], ['GET /users/me'], ['POST /users'], ['GET /']],
  );
});

test('a prefix that another file adds may be missing', () => {
  assert.deepEqual(
    found(['GET /orders/{id}', 'GET …/lines', 'GET /:any'], ['GET /api/orders/:id', 'GET /a/b']),
    [['GET /api/orders/:id'], [], []],
  );
});

test('a path of its own wins over the end of another', () => {
  const sources = ['GET /orders', 'GET /admin/orders'];
  const ran = ['GET /admin/orders', 'GET /orders', 'PUT /orders'];
  assert.deepEqual(found(sources, ran), [['GET /orders'], ['GET /admin/orders']]);
});
