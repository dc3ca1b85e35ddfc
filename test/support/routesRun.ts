import type { Profile } from '../../src/analysis/profile/profile.ts';
import type { RouteTimes } from '../../src/shared/routes.ts';
import { profileFromStacks } from './sampleRun.ts';

function times(route: string, requests: number, meanMs: number | null): RouteTimes {
  return { ...{ route, requests, meanMs, sampled: 0 }, parts: null, waits: [] };
}

/**
 * A server under a load of three routes: of 100 samples GET /orders/:id has 60 and GET /users 30, the
 * other 10 have no route. POST /batch was answered once and met no sample. A request of
 * GET /orders/:id waits 20 ms.
 */
export function routesProfile(): Profile {
  const profile = profileFromStacks([
    [40, '*orders:31/app.js', '*render:7/app.js'],
    [20, '*orders:31/app.js'],
    [30, '*users:12/app.js', '*render:7/app.js'],
    [10, '*tick:90/app.js'],
    [50, 'idle'],
  ]);
  const route = Int16Array.from(profile.samples.node, (_, sample) =>
    sample < 60 ? 0 : sample < 90 ? 1 : -1,
  );
  const file = '/app/app.js';
  const orders: RouteTimes = {
    ...times('GET /orders/:id', 400, 24),
    sampled: 120,
    parts: { cpu: 1.5, gc: 0, queue: 2, wait: 20, outside: 0.5 },
    waits: [
      { file, line: 33, waitMs: 20 },
      { file, line: 31, waitMs: 0.01 },
    ],
  };
  const list = [orders, times('GET /users', 600, 2), times('POST /batch', 1, 3)];
  return {
    ...profile,
    samples: { ...profile.samples, route },
    routes: { list, cpuMicros: 1_000_000 },
  };
}
