import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeAwaits } from '../../src/analysis/awaits/chargeAwaits.ts';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import type { RouteReport, RouteTimes } from '../../src/shared/routes.ts';
import { profileFromStacks } from '../support/sampleRun.ts';

type Stack = [count: number, ...cells: string[]];

const orders = 0;
const users = 1;
const none = -1;

interface Learned {
  /** Of these routes; the frames that have caused a stack in one string, or null. */
  sampled?: [route: number, cause: string | null, ...stack: Stack][];
  /** Where promises were made for requests of these routes. */
  made?: [route: number, ...stack: Stack][];
}

/** The routes of samples, as they are told by what was learned. */
function routesOf(measured: readonly Stack[], { sampled = [], made = [] }: Learned): RouteReport[] {
  const profile = profileFromStacks([
    ...sampled.map(([, , ...stack]): Stack => stack),
    ...sampled.map(([, cause]): Stack => [1, ...(cause ?? 'idle').split(' ')]),
    ...made.map(([, , ...cells]): Stack => [1, ...cells]),
  ]);
  const { node } = profile.samples;
  const counts = sampled.map(([, , count]) => count);
  const whole = counts.reduce((sum, count) => sum + count, 0);
  const causing = node.slice(whole, whole + sampled.length);
  const hinting = node.slice(whole + sampled.length);
  // What is there for its frames alone is no sample.
  node.fill(-1, whole);
  const each = (of: (index: number) => number) =>
    Int32Array.from(counts.flatMap((count, index) => Array<number>(count).fill(of(index))));
  const charged = chargeAwaits(profileFromStacks(measured), {
    profile,
    causes: each((index) => causing[index]!),
    routes: {
      ofSamples: each((index) => sampled[index]![0]),
      hints: made.map(([route, count], index) => ({ route, count, node: hinting[index]! })),
    },
  });
  const times = (route: string): RouteTimes => {
    return { ...{ route, requests: 1, meanMs: 1, sampled: 0 }, parts: null, waits: [] };
  };
  const routes = { list: [times('orders'), times('users')], cpuMicros: null };
  return buildReport({ ...charged, routes }, new Set(['app'])).routes!;
}

/** In percent. */
function sharesOf(routes: readonly RouteReport[]): Record<string, number> {
  return Object.fromEntries(
    routes.map(({ route, cpuShare }) => [route, Math.round(cpuShare * 100)]),
  );
}

test('a handler of one route tells whose samples are those below it', () => {
  const routes = routesOf(
    [
      [70, 'next:1@router', 'orders:31', 'render:7'],
      [30, 'next:1@router', 'users:12', 'render:7'],
    ],
    {
      sampled: [
        [orders, null, 1000, 'next:1@router', 'orders:31', 'render:7'],
        [users, null, 1000, 'next:1@router', 'users:12', 'render:7'],
      ],
    },
  );
  assert.deepEqual(sharesOf(routes), { orders: 70, users: 30 });
});

test('what several routes run on one stack is divided as it was learned', () => {
  const routes = routesOf([[100, 'tick:1@node', 'load:5']], {
    sampled: [
      [orders, null, 3000, 'tick:1@node', 'load:5'],
      [users, null, 1000, 'tick:1@node', 'load:5'],
    ],
  });
  assert.deepEqual(sharesOf(routes), { orders: 75, users: 25 });
});

test('a handler that V8 had inlined while it was learned is told by what it made', () => {
  const routes = routesOf(
    [
      [60, 'next:1@router', 'users:12', 'render:7'],
      [40, 'next:1@router', 'orders:31', 'render:7'],
    ],
    {
      // V8's profiler books both on the function around.
      sampled: [
        [orders, null, 500, 'next:1@router', 'render:7'],
        [users, null, 100, 'next:1@router', 'render:7'],
      ],
      made: [
        [orders, 9, 'orders:31'],
        [users, 9, 'users:12'],
      ],
    },
  );
  assert.deepEqual(sharesOf(routes), { orders: 40, users: 60 });
});

test('a stack that begins with a function of which nothing was learned has no route', () => {
  const routes = routesOf([[100, 'cleanUp:90', 'render:7']], {
    sampled: [[orders, null, 1000, 'orders:31', 'render:7']],
  });
  assert.deepEqual(sharesOf(routes), { orders: 0, users: 0 });
});

test('a stack of which V8 lost the outer part is divided as its function was learned', () => {
  const routes = routesOf([[100, 'render:7']], {
    sampled: [
      [orders, null, 3000, 'orders:31', 'render:7'],
      [users, null, 1000, 'users:12', 'render:7'],
    ],
  });
  assert.deepEqual(sharesOf(routes), { orders: 75, users: 25 });
});

test('work of no request has no route', () => {
  const routes = routesOf([[100, 'processTimers:1@node', 'tick:90']], {
    sampled: [[none, null, 50, 'processTimers:1@node', 'tick:90']],
  });
  assert.deepEqual(sharesOf(routes), { orders: 0, users: 0 });
});

test('a shared stack without a line is of the route whose line has caused it', () => {
  const routes = routesOf([[120, 'tick:1@node', 'parse:2@pg']], {
    sampled: [
      [orders, 'orders:31', 3000, 'tick:1@node', 'parse:2@pg'],
      [users, 'users:12', 1000, 'tick:1@node', 'parse:2@pg'],
    ],
  });
  assert.deepEqual(
    routes.map(({ route, lines }) => [
      route,
      ...lines.map(({ line, viaAwait }) => `${line}: ${Math.round(viaAwait * 120)}`),
    ]),
    [
      ['orders', '31: 90'],
      ['users', '12: 30'],
    ],
  );
});

test('what runs around the handlers is of the routes whose requests it served', () => {
  const routes = routesOf([[80, 'parserOnIncoming:1@node', 'next:1@router']], {
    sampled: [
      [orders, null, 2000, 'parserOnIncoming:1@node', 'next:1@router'],
      [users, null, 6000, 'parserOnIncoming:1@node', 'next:1@router'],
    ],
  });
  assert.deepEqual(sharesOf(routes), { orders: 25, users: 75 });
  assert.deepEqual(
    routes.flatMap(({ lines }) => lines),
    [],
  );
});
