import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Report } from '../../src/shared/report.ts';
import {
  succeeded,
  watchRun,
  withFolder,
  type QuickOptions,
  type Watched,
} from '../process/engineHarness.ts';
import { nodeBinary, testedLines } from '../support/nodeVersions.ts';
import { measured } from './measured.ts';

/**
 * A package whose work runs without a frame of its caller's on the stack, in each way for `n` units.
 * A unit is by the clock: a loop can take half the time where V8 inlines it, as Node.js 26 does after an
 * await. The chance in it keeps the samples from falling into step with the requests.
 */
const library = `
const { EventEmitter } = require('events');
const net = require('net');

let sink = 0;
function burn(n) {
  const end = performance.now() + n * (0.1 + Math.random() / 10);
  while (performance.now() < end) {
    for (let i = 0; i < 500; i++) sink += Math.sqrt(i) % 7;
  }
}

exports.promise = async (n) => {
  await null;
  burn(n);
};

exports.timer = (n) => new Promise((resolve) => {
  setTimeout(function onTime() { burn(n); resolve(); }, 1);
});

exports.callback = (n, done) => {
  setImmediate(function onImmediate() { burn(n); done(); });
};

exports.emitter = (n) => {
  const job = new EventEmitter();
  setImmediate(() => job.emit('work'));
  return new Promise((resolve) => {
    job.once('work', function onWork() { burn(n); resolve(); });
  });
};

const waiting = [];
let active = 0;
function next() {
  while (active < 2 && waiting.length > 0) {
    active++;
    const { n, resolve } = waiting.shift();
    setImmediate(function onTurn() { burn(n); active--; resolve(); next(); });
  }
}
exports.queue = (n) => new Promise((resolve) => {
  waiting.push({ n, resolve });
  next();
});

let batch = [];
exports.batch = (n) => new Promise((resolve) => {
  if (batch.push({ n, resolve }) > 1) return;
  process.nextTick(function onBatch() {
    const loads = batch;
    batch = [];
    for (const { n } of loads) burn(n);
    for (const { resolve } of loads) resolve();
  });
});

const asked = [];
const echo = net.createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
const connected = new Promise((resolve) => {
  echo.once('listening', () => {
    const socket = net.connect(echo.address().port, '127.0.0.1', () => resolve(socket));
    socket.setNoDelay();
    socket.on('data', function onData(answers) {
      for (const n of answers) {
        burn(n);
        asked.shift()();
      }
    });
  });
});
let connection;
exports.ready = connected.then((socket) => { connection = socket; });
exports.connection = (n) => new Promise((resolve) => {
  asked.push(resolve);
  connection.write(Buffer.from([n]));
});

exports.quiet = async () => { await null; };
`;

const kinds = ['promise', 'timer', 'callback', 'emitter', 'queue', 'batch', 'connection'] as const;

const call = (kind: string, n: number) =>
  kind === 'callback'
    ? `await new Promise((done) => library.callback(${n}, done));`
    : `await library.${kind}(${n});`;

/** Each request uses each way on two lines. */
const files = {
  'node_modules/library/index.js': library,
  'server.js': `
const library = require('library');
async function handle(request, response) {
${kinds.map((kind) => `  ${call(kind, 7)}\n  ${call(kind, 3)}`).join('\n')}
  await library.quiet();
  response.end('ok');
}
library.ready.then(() => require('http').createServer(handle).listen(0, '127.0.0.1'));
`,
};

const lines = files['server.js'].split('\n');

/** What the line with a call has of the time. */
function shareOf({ lines: reported }: Report, text: string): number {
  const line = lines.findIndex((each) => each.includes(text)) + 1;
  assert.ok(line > 0, text);
  return reported.find((each) => each.line === line)?.self ?? 0;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const pairsOf = (report: Report) =>
  kinds.map((kind) => {
    const seven = shareOf(report, call(kind, 7));
    return { kind, seven, whole: seven + shareOf(report, call(kind, 3)) };
  });

function told(report: Report): string {
  const pairs = pairsOf(report).map(
    ({ kind, seven, whole }) => `${kind} ${percent(whole)}, of it ${percent(seven / whole)} on 7`,
  );
  const { unattributedShare, onCpu } = report.sampling!;
  return [...pairs, `unattributed ${percent(unattributedShare)} of ${onCpu}`].join('\n');
}

async function profile(major: number, options: QuickOptions): Promise<Watched> {
  const node = await nodeBinary(major);
  let watched: Watched | undefined;
  await withFolder(files, async (folder) => {
    watched = succeeded(await watchRun(folder, { command: [node, 'server.js'], ...options }));
  });
  return watched!;
}

/** The shortest window after which the learning phase has its full length. */
const longLearning = { durationS: 6, warmupS: 0.5 };

function judge(report: Report): void {
  const sampling = report.sampling!;
  // It is 2 to 3 % on a quiet machine; a busy one leaves fewer samples to learn from.
  assert.ok(sampling.unattributedShare <= 0.12, told(report));
  assert.ok(sampling.viaAwaitShare! >= 0.8, told(report));
  const self = report.lines.reduce((sum, line) => sum + line.self, 0);
  assert.ok(Math.abs(self + sampling.unattributedShare - 1) < 1e-6, `${self}`);
  assert.ok(shareOf(report, 'library.quiet()') < 0.005, told(report));
  const pairs = pairsOf(report);
  for (const { whole } of pairs) assert.ok(Math.abs(whole - 0.95 / 7) < 0.04, told(report));
  // Which of its callers a job of the queue is for is not told: one job is started by another's end.
  const told70 = pairs.filter(({ kind }) => kind !== 'queue');
  // In 24 runs, nine of them beside a busy program, a pair was within 4 points of it, all pairs together
  // within 3.
  for (const { seven, whole } of told70) {
    assert.ok(Math.abs(seven / whole - 0.7) < 0.15, told(report));
  }
  const sum = (of: 'seven' | 'whole') => told70.reduce((all, pair) => all + pair[of], 0);
  assert.ok(Math.abs(sum('seven') / sum('whole') - 0.7) < 0.06, told(report));
}

const threads = {
  'server.js': `
const { Worker } = require('worker_threads');
new Worker('./thread.js');
require('http').createServer((request, response) => response.end('ok')).listen(0, '127.0.0.1');
`,
  'thread.js': `
function work() {
  let sum = 0;
  for (let i = 0; i < 1e6; i++) sum += Math.sqrt(i) % 7; // hot
  setImmediate(work);
  return sum;
}
work();
`,
};

for (const major of testedLines()) {
  test(`work after awaits is on the lines that cause it, on Node ${major}`, (context) =>
    measured(
      context,
      async () => (await profile(major, { chargesAwaits: true, load: longLearning })).report,
      judge,
      (report) => [report],
    ));
}

// They don't differ by V8's version.
for (const major of testedLines([20, 24])) {
  test(`it has no line where a run does not charge it, on Node ${major}`, async () => {
    const { report, phases } = await profile(major, { load: { durationS: 0.5 } });
    assert.ok(!phases.includes('learning'), phases.join());
    const sampling = report.sampling!;
    assert.ok(sampling.unattributedShare > 0.85, told(report));
    assert.equal(sampling.viaAwaitShare, 0);
    assert.deepEqual(
      report.lines.filter(({ viaAwait }) => viaAwait !== 0),
      [],
    );
  });

  test(`a thread's own lines keep their time, on Node ${major}`, () =>
    withFolder(threads, async (folder) => {
      const { report, phases } = succeeded(
        await watchRun(folder, {
          command: [await nodeBinary(major), 'server.js'],
          chargesAwaits: true,
          load: { durationS: 0.5, connections: 1, rate: 100 },
        }),
      );
      assert.ok(phases.includes('learning'), phases.join());
      const hot = threads['thread.js'].split('\n').findIndex((line) => line.includes('// hot')) + 1;
      // The main thread's share of both depends on who else wants its CPU.
      const ofThread = report.lines.filter(({ file }) => file.endsWith('thread.js'));
      const [line] = ofThread;
      const what = JSON.stringify(ofThread.slice(0, 3));
      assert.ok(line?.line === hot, what);
      const whole = ofThread.reduce((sum, { self }) => sum + self, 0);
      assert.ok(line.self > 0.8 * whole, what);
      assert.equal(line.viaAwait, 0);
    }));
}
