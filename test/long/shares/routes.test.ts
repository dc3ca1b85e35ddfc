import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Report } from '../../../src/shared/report.ts';
import type { LoadRequest } from '../../../src/shared/runOptions.ts';
import { succeeded, watchRun, withFolder } from '../../process/engineHarness.ts';
import { nodeBinary, testedLines } from '../../support/nodeVersions.ts';
import { measured } from '../../shares/measured.ts';

/**
 * By route its path, how many of six requests are for it, and how many milliseconds each waits. All work as
 * long, because a long piece of work is more often interrupted by other programs, where it is sampled.
 */
const routes = {
  'GET /orders/:id': ['/orders/17', 3, 20],
  'POST /users': ['/users', 1, 8],
  'GET /report': ['/report?all', 2, 0],
} as const;

const files = {
  // Handlers are called from one place, as by every framework.
  'node_modules/small-router/index.js': `
class Layer {
  constructor(method, path, handler) { Object.assign(this, { method, path, handler }); }
  handle(request, response) {
    if (request.method !== this.method || !request.url.startsWith(this.path)) return false;
    this.handler(request, response);
    return true;
  }
}
const layers = [];
exports.add = (method, path, handler) => layers.push(new Layer(method, path, handler));
exports.handle = (request, response) => layers.some((layer) => layer.handle(request, response));
`,
  'server.js': `
const { renameSync, writeFileSync } = require('fs');
const router = require('small-router');
const { setTimeout: sleep } = require('timers/promises');

// Its own clocks: the CPU time in which each route worked, and its median wait.
function cpuMicros() {
  const { user, system } = process.cpuUsage();
  return user + system;
}
const worked = {};
const waited = {};
setInterval(() => {
  const waits = Object.entries(waited).map(([route, ms]) => [route, ms.sort((a, b) => a - b)[ms.length >> 1]]);
  writeFileSync('clock.part', JSON.stringify({ worked, waits: Object.fromEntries(waits) }));
  renameSync('clock.part', 'clock.json');
}, 500).unref();

let sink = 0;
const times = Number(process.argv[2]);
function work(route) {
  const start = cpuMicros();
  for (let i = 0; i < times; i++) sink += Math.sqrt(i) % 7; // work
  worked[route] = (worked[route] ?? 0) + cpuMicros() - start;
}
async function load(route, ms) {
  const start = performance.now();
  await sleep(ms); // wait
  (waited[route] ??= []).push(performance.now() - start);
  work(route);
}
router.add('GET', '/orders/', async (request, response) => {
  await load('GET /orders/:id', ${routes['GET /orders/:id'][2]});
  response.end('orders');
});
router.add('POST', '/users', async (request, response) => {
  await load('POST /users', ${routes['POST /users'][2]});
  response.end('users');
});
router.add('GET', '/report', (request, response) => {
  work('GET /report');
  response.end('report');
});
require('http').createServer(router.handle).listen(0, '127.0.0.1');
`,
};

interface Routed {
  report: Report;
  clock: { worked: Record<string, number>; waits: Record<string, number> };
}

/** Under load by so many connections, where each request works through a loop so many times. */
async function routed(major: number, connections: number, times: number): Promise<Routed> {
  const command = [await nodeBinary(major), 'server.js', `${times}`];
  let result: Routed | undefined;
  await withFolder(files, async (folder) => {
    const requests = Object.entries(routes).flatMap(([route, [path, count]]) => {
      return Array(count).fill({
        method: route.split(' ')[0]!,
        path,
        headers: {},
      }) as LoadRequest[];
    });
    const load = { requests, durationS: 6, warmupS: 1, connections };
    const { report } = succeeded(await watchRun(folder, { command, chargesAwaits: true, load }));
    const clock = readFileSync(join(folder.path, 'clock.json'), 'utf8');
    result = { report, clock: JSON.parse(clock) as Routed['clock'] };
  });
  const found = result!.report.routes!.map(({ route }) => route).sort();
  assert.deepEqual(found, Object.keys(routes).sort());
  return result!;
}

function toldBy({ report, clock }: Routed): string {
  return JSON.stringify({ clock, routes: report.routes }, null, 1);
}

const text = files['server.js'].split('\n');
const lineOf = (word: string) => text.findIndex((line) => line.endsWith(`// ${word}`)) + 1;

function judgeCpu(context: TestContext, routed: Routed): void {
  const { report, clock } = routed;
  const found = report.routes!;
  const all = Object.values(clock.worked).reduce((sum, micros) => sum + micros, 0);
  const areNear = (what: string, of: (each: (typeof found)[number]) => number) => {
    const sum = found.reduce((whole, each) => whole + of(each), 0);
    for (const each of found) {
      const [share, truth] = [of(each) / sum, clock.worked[each.route]! / all];
      const words = `${each.route}, ${what}: ${share}, by the clock ${truth}`;
      context.diagnostic(words);
      // Some hundred learned samples say how several routes share what they run on one stack.
      assert.ok(Math.abs(share - truth) <= 0.06, `${words}\n${toldBy(routed)}`);
    }
  };
  // Answering takes more than the work, and as much for each route.
  areNear('all', ({ cpuShare }) => cpuShare);
  const workLines = [lineOf('work'), lineOf('work') + 1];
  areNear('its work', ({ lines }) =>
    lines.reduce((sum, { line, self }) => sum + (workLines.includes(line) ? self : 0), 0),
  );
  const none = found.reduce((rest, { cpuShare }) => rest - cpuShare, 1);
  // The clock writes its files for nobody.
  assert.ok(none <= 0.2, `${none} without a route\n${toldBy(routed)}`);
}

function judgeWaits(routed: Routed): void {
  const told = toldBy(routed);
  for (const { route, lines, parts, sampled } of routed.report.routes!) {
    const waitMs = lines.find(({ line }) => line === lineOf('wait'))?.waitMs ?? 0;
    const truth = routed.clock.waits[route] ?? 0;
    assert.ok(
      Math.abs(waitMs - truth) <= Math.max(2, truth * 0.1),
      `${waitMs} ms in ${sampled} requests of ${route}\n${told}`,
    );
    assert.ok(Math.abs((parts?.wait ?? 0) - waitMs) < 0.5, told);
  }
}

for (const major of testedLines([20, 24])) {
  // Where a server idles, its thread wakes on another CPU each time, which makes samples late in virtual machines.
  test(`each route has its CPU time, by the server's own clock, on Node ${major}`, (context) =>
    measured(
      context,
      () => routed(major, 40, 100_000),
      (each) => judgeCpu(context, each),
      ({ report }) => [report],
    ));

  // So little work that the loop is mostly idle: waits are not lengthened, and all requests are followed.
  test(`each route has its waits, by the server's own clock, on Node ${major}`, (context) =>
    measured(
      context,
      () => routed(major, 2, 10_000),
      judgeWaits,
      ({ report }) => [report],
    ));
}
