import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import type { Report } from '../../src/shared/report.ts';
import { detail, once } from '../support/detail.ts';
import { CliRun } from './cliDriver.ts';
import { lightRun, succeeded, watchRun, withFolder } from './engineHarness.ts';

/** Answers after an await in a package, which works where no line of the server is on the stack. */
const server = (more = '', inHandler = '') => `
const http = require('http');
const { later } = require('later');
const main = module;
${more}
async function handle(request, response) {
  ${inHandler}
  await later(2);
  response.end('ok');
}
http.createServer(handle).listen(0, '127.0.0.1');
`;

/** A promise of Node.js's own kind, whatever the global one is. */
const later = `
let sink = 0;
exports.later = async (n) => {
  await null;
  for (let i = 0; i < n * 20000; i++) sink += Math.sqrt(i) % 7;
};
`;

const files = (text: string) => ({ 'server.js': text, 'node_modules/later/index.js': later });

once('leaves nothing when it is cancelled while it learns, and says that it was', () =>
  withFolder(files(server()), async (folder) => {
    const { report, phases } = await lightRun(
      folder,
      { chargesAwaits: true },
      ({ phase }, abort) => {
        if (phase === 'learning') abort.abort();
      },
    );
    assert.equal(report.failure?.kind, 'cancelled', report.failure?.message);
    assert.deepEqual(phases.slice(-3), ['learning', 'stopping', 'failed']);
  }),
);

/** Does something once, some requests after the hooks of the learner are there. */
const whileLearning = (what: string) => `
const { readdirSync } = require('fs');
const isLearning = () => {
  try {
    return readdirSync(process.env.HOTFRAME_RUN_DIR + '/learning').some((name) => name.endsWith('.begun'));
  } catch {
    return false;
  }
};
setInterval(() => { if (isLearning()) { ${what} } }, 20);
`;

for (const [how, what] of [
  ['exits', 'process.exit(3);'],
  ['crashes', `throw new Error('broken');`],
  ['is killed', `process.kill(process.pid, 'SIGKILL');`],
] as const) {
  const add = how === 'exits' ? once : detail;
  add(`a server that ${how} while it is learned from has its report, with a note`, () =>
    withFolder(files(server(whileLearning(what))), async (folder) => {
      const { report, phases } = await lightRun(folder, { chargesAwaits: true });
      assert.equal(report.failure, null, report.failure?.message);
      assert.ok(phases.includes('learning'), phases.join());
      assert.ok(report.sampling!.samples > 0);
      assert.equal(report.sampling!.viaAwaitShare, 0);
      const note = report.notes.find((each) => each.includes('after awaits'));
      assert.match(
        note ?? '',
        /charged to no line, and where requests wait is not known: the server failed/,
        report.notes.join('\n'),
      );
    }),
  );
}

/** Two handlers with a function that both await. */
const routesServer = `
const http = require('http');
const { later } = require('later');
const { setTimeout: sleep } = require('timers/promises');
async function load(n) {
  await null;
  return later(n);
}
async function orders(request, response) {
  await sleep(5); // waits
  response.end(String(await load(4))); // orders
}
async function users(request, response) {
  response.end(String(await load(1))); // users
}
http
  .createServer((request, response) => (request.url.startsWith('/orders/') ? orders : users)(request, response))
  .listen(0, '127.0.0.1');
`;

once('a load of several routes is told by route, and one of a single route is not', () =>
  withFolder(files(routesServer), async (folder) => {
    const request = (path: string) => ({ method: 'GET', path, headers: {} });
    const requests = [request('/orders/1'), request('/users?all'), request('/orders/2')];
    const { report } = succeeded(
      await watchRun(folder, { chargesAwaits: true, load: { requests, rate: 200, durationS: 2 } }),
    );
    const told = JSON.stringify(report.routes, null, 1);
    assert.deepEqual(
      report.routes?.map(({ route }) => route),
      ['GET /orders/:id', 'GET /users'],
      told,
    );
    const [ofOrders, ofUsers] = report.routes!;
    assert.equal(ofOrders!.requests + ofUsers!.requests, report.load!.requests, told);
    assert.ok(Math.abs(ofOrders!.requests - 2 * ofUsers!.requests) <= 12, told);
    assert.ok(ofOrders!.meanMs! > ofUsers!.meanMs!, told);
    assert.ok(ofOrders!.cpuShare + ofUsers!.cpuShare > 0.5, told);
    const lineOf = (word: string) =>
      routesServer.split('\n').findIndex((line) => line.endsWith(`// ${word}`)) + 1;
    const hasLine = (lines: { line: number }[], word: string) =>
      lines.some(({ line }) => line === lineOf(word));
    assert.ok(!hasLine(ofUsers!.lines, 'orders') && !hasLine(ofUsers!.lines, 'waits'), told);
    assert.ok(!hasLine(ofOrders!.lines, 'users'), told);

    const single = succeeded(
      await lightRun(folder, { chargesAwaits: true, load: { requests: requests.slice(0, 1) } }),
    );
    assert.ok(!('routes' in single.report));
  }),
);

/** Speaks HTTP by itself, so that Node.js knows nothing of its requests. */
const ownHttp = `
require('net').createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', () => socket.write('HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok'));
}).listen(0, '127.0.0.1');
`;
const slowServer = (ms: number) => `
require('http').createServer((request, response) => {
  setTimeout(() => response.end('ok'), ${ms});
}).listen(0, '127.0.0.1');
`;

for (const [what, text, durationS, told] of [
  ['does not answer by its modules', ownHttp, 0.5, /: of \d+ that were answered .* modules http/],
  [
    'takes longer for an answer than requests are followed',
    slowServer(5500),
    6,
    /: none was answered in the 5 s in which they are followed\.$/,
  ],
] as const) {
  const add = durationS > 1 ? detail : once;
  add(`says why it is not known where requests wait in a server that ${what}`, () =>
    withFolder({ 'server.js': text }, async (folder) => {
      const load = { durationS, warmupS: 0 };
      const { report } = succeeded(await lightRun(folder, { chargesAwaits: true, load }));
      const notes = report.notes.filter((note) => note.startsWith('Where requests wait is not'));
      assert.equal(notes.length, 1, report.notes.join('\n'));
      assert.match(notes[0]!, told);
      assert.equal(report.requests, undefined);
    }),
  );
}

once('follows the requests of a slow server for longer, so that it is known where they wait', () =>
  withFolder({ 'server.js': slowServer(500) }, async (folder) => {
    const load = { durationS: 1, warmupS: 0, rate: 8 };
    const { report } = succeeded(await lightRun(folder, { chargesAwaits: true, load }));
    assert.ok(report.requests, report.notes.join('\n'));
    const { meanMs, parts } = report.requests;
    assert.ok(parts.wait > 0.8 * meanMs, JSON.stringify(report.requests));
  }),
);

/** Settings that the learner changes for a moment, checked where the server's own code can see them. */
const ownSettings = `
const { AsyncLocalStorage, createHook } = require('async_hooks');
const { writeFileSync } = require('fs');
const store = new AsyncLocalStorage();
const wrong = {};
let inits = 0;
let requests = 0;
const NativePromise = Promise;
class OwnPromise extends NativePromise {}
global.Promise = OwnPromise;
Error.stackTraceLimit = 0;
const prepareStackTrace = (error, sites) => 'own ' + error.message + ' ' + sites.length;
Error.prepareStackTrace = prepareStackTrace;
function check(what, isRight) {
  if (!isRight) wrong[what] = (wrong[what] ?? 0) + 1;
}
function checkSettings() {
  check('stackTraceLimit', Error.stackTraceLimit === 0);
  check('prepareStackTrace', Error.prepareStackTrace === prepareStackTrace);
}
createHook({ init() { inits++; checkSettings(); } }).enable();
async function answer(id) {
  check('store', store.getStore() === id);
  await new Promise((resolve) => setImmediate(resolve));
  check('store', store.getStore() === id);
  await later(2);
  check('store', store.getStore() === id);
  check('stack', new Error('x').stack === 'own x 0');
  check('Promise', Promise === OwnPromise && Promise.resolve() instanceof OwnPromise);
  checkSettings();
}
process.once('SIGTERM', () => {
  checkSettings();
  writeFileSync('checked.json', JSON.stringify({ wrong, inits, requests }));
  process.exit();
});
`;

interface Checked {
  wrong: Record<string, number>;
  inits: number;
  requests: number;
}

once(
  'a server keeps its stores, hooks, promises and settings of errors while it is learned from',
  () =>
    withFolder(
      files(server(ownSettings, 'requests++; await store.run(requests, answer, requests);')),
      async (folder) => {
        const { report, phases } = succeeded(await lightRun(folder, { chargesAwaits: true }));
        assert.ok(phases.includes('learning'), phases.join());
        const text = readFileSync(join(folder.path, 'checked.json'), 'utf8');
        const { wrong, inits, requests } = JSON.parse(text) as Checked;
        assert.deepEqual(wrong, {});
        assert.ok(requests > 5 && inits > requests, text);
        // It was learned from all the same.
        assert.ok(report.sampling!.viaAwaitShare! > 0.1, JSON.stringify(report.sampling));
      },
    ),
);

for (const [what, code] of [
  ['has frozen its Error', 'Object.freeze(Error);'],
  ['has no Promise', 'delete global.Promise;'],
] as const) {
  once(`a server that ${what} goes on while it is learned from`, () =>
    withFolder(files(server(code)), async (folder) => {
      const { report, phases } = succeeded(await lightRun(folder, { chargesAwaits: true }));
      assert.ok(phases.includes('learning'), phases.join());
      assert.doesNotMatch(report.notes.join('\n'), /the server failed/);
    }),
  );
}

const ownProfiler = `
const { Session } = require('inspector');
const { writeFileSync } = require('fs');
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.start');
function work(count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.sqrt(i) % 7; // hot
  return sum;
}
process.once('SIGTERM', () => {
  session.post('Profiler.stop', (error, result) => {
    writeFileSync('profile.json', JSON.stringify(error ?? result.profile));
    process.exit();
  });
});
`;

once('a server that profiles itself keeps its profile, and is learned from beside it', () =>
  withFolder(files(server(ownProfiler, 'work(200000);')), async (folder) => {
    const { report, phases } = succeeded(
      await watchRun(folder, {
        chargesAwaits: true,
        load: { durationS: 1, warmupS: 1, rate: 200 },
      }),
    );
    assert.equal(report.sampling!.sampler, 'inspector');
    assert.deepEqual(phases.slice(-4), ['measuring', 'learning', 'stopping', 'done']);
    assert.ok(report.sampling!.viaAwaitShare! > 0.05, JSON.stringify(report.sampling));
    const text = readFileSync(join(folder.path, 'profile.json'), 'utf8');
    const own = JSON.parse(text) as {
      nodes: { id: number; callFrame: { functionName: string } }[];
      samples: number[];
    };
    const ids = new Set(
      own.nodes.filter(({ callFrame }) => callFrame.functionName === 'work').map(({ id }) => id),
    );
    assert.ok(own.samples.filter((id) => ids.has(id)).length > 100, `${own.samples.length}`);
  }),
);

const folder = mkdtempSync(join(tmpdir(), 'hotframe-learning-'));
after(() => rmSync(folder, { recursive: true }));

/** What the command writes as JSON. */
async function reportOf(argv: string[]): Promise<Report> {
  const json = join(folder, 'report.json');
  const [command, ...rest] = argv as [string, ...string[]];
  const cli = new CliRun([command, '--json', json, ...rest], folder, {}, { learns: true });
  assert.equal(await cli.exit(), 0, cli.stderr);
  await cli.leftNothing();
  return JSON.parse(readFileSync(json, 'utf8')) as Report;
}

const viaAwait = ({ lines }: Report) => lines.reduce((sum, line) => sum + (line.viaAwait ?? 0), 0);

once('--no-async leaves it out of a run, and of a run that was saved with it', async () => {
  for (const [name, text] of Object.entries(files(server()))) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const saved = join(folder, 'saved.cpuprofile');
  const load = ['-d', '1', '--warmup', '0.3'];
  const whole = await reportOf(['run', ...load, '--out', saved, '--', 'node', 'server.js']);
  assert.ok(whole.sampling!.viaAwaitShare! > 0.3, JSON.stringify(whole.sampling));
  assert.ok(Math.abs(viaAwait(whole) - whole.sampling!.viaAwaitShare!) < 1e-6);

  const without = await reportOf(['run', '--no-async', ...load, '--', 'node', 'server.js']);
  const opened = await reportOf(['open', '--no-async', saved]);
  for (const report of [without, opened]) {
    assert.equal(viaAwait(report), 0);
    assert.equal(report.sampling!.viaAwaitShare ?? 0, 0);
    assert.ok(report.sampling!.unattributedShare > 0.5, JSON.stringify(report.sampling));
    assert.equal(
      report.unattributed[0]?.name,
      'exports.later',
      JSON.stringify(report.unattributed),
    );
  }
  const { viaAwaitShare, unattributedShare, onCpu } = whole.sampling!;
  assert.equal(opened.sampling!.onCpu, onCpu);
  const given = viaAwaitShare! + unattributedShare;
  assert.ok(Math.abs(opened.sampling!.unattributedShare - given) < 1e-6, `${given}`);
  // The same file without the option is the run as it was.
  assert.deepEqual((await reportOf(['open', saved])).lines, whole.lines);
});
