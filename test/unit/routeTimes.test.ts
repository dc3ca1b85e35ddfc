import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LearnedWork } from '../../src/analysis/awaits/learnedWork.ts';
import { routeTimes } from '../../src/analysis/awaits/routeTimes.ts';
import type { LearnedRequests, RouteSums } from '../../src/shared/learningWire.ts';
import { profileFromText } from '../support/textProfile.ts';

/** Each request of a route had 1 ms of CPU time, 2 ms in the queue and a wait. */
function sums(route: string, count: number, waitMs: number, context: number): RouteSums {
  return {
    ...{ route, count, cpuMs: count, queueMs: 2 * count, waitMs: count * waitMs },
    waits: [{ context, ms: count * waitMs }],
  };
}

/** One thread for each list of routes. Context 0 is at line 9, and context 1 at line 7. */
function followed(...threads: RouteSums[][]): LearnedWork {
  const profile = profileFromText('main:9 main:7');
  const [nine, seven] = profile.samples.node;
  const none = { count: 0, cpuMs: 0, queueMs: 0, waitMs: 0 };
  return {
    ...{ profile, causes: new Int32Array(0) },
    ...{ routeNames: [], routes: new Int32Array(0), routeHints: [], posts: [] },
    causesOfContexts: threads.map(() => [nine!, seven!]),
    parentsOfContexts: threads.map(() => [-1, -1]),
    requests: threads.map((routes): LearnedRequests => {
      return { ...none, busyShare: 0.5, waits: [], latenciesMs: [], paths: [], routes };
    }),
  };
}

const window = { cpuMs: 0.8, gcShare: 0.25, requests: 100 };
const routes = ['GET /orders/:id', 'GET /users'];
const windows = [
  { route: routes[0]!, meanMs: 24, ...window },
  { route: routes[1]!, meanMs: 6, ...window },
];
const numberOf = (route: string) => routes.indexOf(route);

test('the latency of each route is divided by its own requests, of all threads', () => {
  const [orders, users] = routeTimes(
    followed(
      [sums(routes[0]!, 10, 16, 0), sums('GET /health', 99, 50, 0)],
      [sums(routes[0]!, 30, 20, 1), sums(routes[1]!, 40, 3, 0)],
    ),
    windows,
    numberOf,
  );
  assert.deepEqual([orders?.sampled, users?.sampled], [40, 40]);
  const parts = Object.entries(orders!.parts!).map(([name, ms]) => [
    name,
    Math.round(ms * 10) / 10,
  ]);
  assert.deepEqual(Object.fromEntries(parts), {
    ...{ cpu: 0.6, gc: 0.2, queue: 3.1, wait: 19, outside: 1.1 },
  });
  const waits = (each: typeof users) => each?.waits.map(({ line, waitMs }) => [line, waitMs]);
  assert.deepEqual(waits(orders), [
    [7, 15],
    [9, 4],
  ]);
  assert.deepEqual(waits(users), [[9, 3]]);
});

test('where too few requests of a route were followed, their number is all that is told', () => {
  const [orders, users] = routeTimes(followed([sums(routes[0]!, 9, 16, 0)]), windows, numberOf);
  assert.deepEqual([orders?.sampled, orders?.parts, orders?.waits], [9, null, []]);
  assert.deepEqual([users?.sampled, users?.parts], [0, null]);
});
