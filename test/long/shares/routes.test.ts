import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
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
function work(route) {
  const start = cpuMicros();
  for (let i = 0; i < 100000; i++) sink += Math.sqrt(i) % 7; // work
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

async function routed(major: number): Promise<Routed> {
  const command = [await nodeBinary(major), 'server.js'];
  let result: Routed | undefined;
  await withFolder(files, async (folder) => {
    const requests = Object.entries(routes).flatMap(([route, [path, count]]) => {
      return Array(count).fill({
        method: route.split(' ')[0]!,
        path,
        headers: {},
      }) as LoadRequest[];
    });
    // So few that the loop is mostly idle: waits are not lengthened, and all requests are followed.
    const load = { requests, durationS: 10, warmupS: 1, connections: 2 };
    const { report } = succeeded(await watchRun(folder, { command, chargesAwaits: true, load }));
    const clock = readFileSync(join(folder.path, 'clock.json'), 'utf8');
    result = { report, clock: JSON.parse(clock) as Routed['clock'] };
  });
  return result!;
}

function judge({ report, clock }: Routed): void {
  const told = JSON.stringify({ clock, routes: report.routes }, null, 1);
  const all = Object.values(clock.worked).reduce((sum, micros) => sum + micros, 0);
  const text = files['server.js'].split('\n');
  const lineOf = (word: string) => text.findIndex((line) => line.endsWith(`// ${word}`)) + 1;
  const found = report.routes!;
  assert.deepEqual(found.map(({ route }) => route).sort(), Object.keys(routes).sort(), told);
  const shareOf = (of: (each: (typeof found)[number]) => number) => {
    const sum = found.reduce((whole, each) => whole + of(each), 0);
    return found.map((each) => ({ route: each.route, share: of(each) / sum }));
  };
  const isNear = (shares: { route: string; share: number }[], most: number) => {
    for (const { route, share } of shares) {
      const truth = clock.worked[route]! / all;
      assert.ok(Math.abs(share - truth) <= most, `${route}: ${share} of ${truth}\n${told}`);
    }
  };
  // In a virtual machine a late sample is at the next system call: that of the clock, or the line that asks it.
  const clockLine = text.findIndex((line) => line.includes('= process.cpuUsage()')) + 1;
  const workLines = [lineOf('work'), lineOf('work') + 1, clockLine, clockLine + 1];
  const ofLine = shareOf(({ lines }) =>
    lines.reduce((sum, { line, self }) => sum + (workLines.includes(line) ? self : 0), 0),
  );
  // What it takes to answer is more than the work, and alike for each: by 4 to 6 points on a busy machine.
  isNear(
    shareOf(({ cpuShare }) => cpuShare),
    0.06,
  );
  // A line that several routes run on one stack is divided by some hundred learned samples.
  isNear(ofLine, 0.1);
  const none = found.reduce((rest, { cpuShare }) => rest - cpuShare, 1);
  // The clock writes its files for nobody.
  assert.ok(none <= 0.2, `${none} without a route\n${told}`);
  for (const { route, lines, parts } of found) {
    const waitMs = lines.find(({ line }) => line === lineOf('wait'))?.waitMs ?? 0;
    const truth = clock.waits[route] ?? 0;
    assert.ok(Math.abs(waitMs - truth) <= Math.max(2, truth * 0.1), `${route}: ${waitMs}\n${told}`);
    assert.ok(Math.abs((parts?.wait ?? 0) - waitMs) < 0.5, told);
  }
}

for (const major of testedLines([20, 24])) {
  test(`each route has its CPU time and its waits, by the server's own clock, on Node ${major}`, (context) =>
    measured(
      context,
      () => routed(major),
      judge,
      ({ report }) => [report],
    ));
}
