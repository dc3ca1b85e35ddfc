import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestSentences } from '../../src/shared/requestText.ts';
import { succeeded, watchRun, withFolder } from '../process/engineHarness.ts';
import { detail, withDetails } from '../support/detail.ts';
import { nodeBinary, testedLines } from '../support/nodeVersions.ts';
import { clockModule, isAsClocked, type ClockedWait } from '../support/timedWaits.ts';
import { testSideBySide, type Waited } from './waitedRun.ts';

/** Servers that wait for known things, and measure each of their waits by their own clock. */

/** By the name that the clock has for it: kind, how often a request waits there (null: not always), and the code. */
const waits = {
  timer: ['timer', 1, '() => sleep(20)'],
  longest: ['timer', 1, '() => Promise.all([sleep(5), sleep(12)])'],
  serial: ['timer', 8, 'async () => { for (let i = 0; i < 8; i++) await sleep(3); }'],
  adopted: [
    'timer',
    1,
    'async () => { const done = Promise.resolve(); await sleep(9); return done; }',
  ],
  callback: ['timer', 1, '() => new Promise((done) => setTimeout(done, 8))'],
  mutex: ['lock', null, '() => lock()'],
  upstream: ['http', 1, '() => get()'],
  hash: ['crypto', 1, "() => promisify(crypto.pbkdf2)('a', 'b', 4000, 32, 'sha256')"],
} as const;

const upstream = `
const { createServer } = require('http');
createServer((request, response) => setTimeout(() => response.end('price'), 15)).listen(0, '127.0.0.1', function () {
  process.send(this.address().port);
});
process.on('disconnect', () => process.exit());
`;

const server = `
const { timed } = require('./clock');
const crypto = require('crypto');
const http = require('http');
const { promisify } = require('util');
const { setTimeout: sleep } = require('timers/promises');
let port = 0;
let last = Promise.resolve();
const held = () => new Promise((done) => setTimeout(done, 1)); // held
function lock() {
  last = last.then(held); // mutex
  return last;
}
function get() {
  return new Promise((done) => {
    http.get({ port, host: '127.0.0.1', path: '/prices?key=1' }, (response) => response.resume().on('end', done)); // upstream
  });
}
async function handle(request, response) {
${Object.entries(waits)
  .map(([name, [, , code]]) => `  await timed('${name}', ${code}); // ${name}`)
  .join('\n')}
  response.end('ok');
}
require('child_process').fork('upstream.js', { execArgv: [] }).once('message', (given) => {
  port = given;
  http.createServer(handle).listen(0, '127.0.0.1');
});
`;

/** In which all waits come one after the other. */
const row = `
const { timed } = require('./clock');
const { setTimeout: after } = require('timers/promises');
const user = () => timed('user', () => after(15));
const prices = () => timed('prices', () => after(9));
const each = () => timed('each', async () => {
  for (let i = 0; i < 6; i++) await after(4);
});
async function handle(request, response) {
  const found = await user(); // user
  const all = await prices(); // prices
  await each(); // each
  response.end('ok', found, all);
}
require('http').createServer(handle).listen(0, '127.0.0.1');
`;

const busy = `
require('http').createServer((request, response) => {
  let sum = 0;
  for (let i = 0; i < 50000; i++) sum += Math.sqrt(i) % 7;
  response.end(String(sum));
}).listen(0, '127.0.0.1');
`;

const slack = { ms: 3, share: 0.25 };

function judge({ report, clock: byClock }: Waited): void {
  const text = server.split('\n');
  const waiting = report.lines.flatMap(({ line, waits: all }) =>
    (all ?? []).map(
      (wait) => `${line}: ${wait.kind} ${wait.target} ${wait.ms} ×${wait.perRequest}`,
    ),
  );
  const told = JSON.stringify({ byClock, requests: report.requests, waiting }, null, 1);
  const { parts, meanMs, sampled } = report.requests!;
  assert.ok(sampled >= 10, told);
  const sum = Object.values(parts).reduce((all, part) => all + part, 0);
  assert.ok(Math.abs(sum - meanMs) < 0.01, told);
  assert.ok(parts.wait > 0.8 * meanMs, told);
  for (const [name, [kind, count]] of Object.entries(waits)) {
    const lines = text.flatMap((line, i) => (line.endsWith(`// ${name}`) ? [i + 1] : []));
    const there = report.lines.filter(({ line }) => lines.includes(line));
    const found = there.flatMap((line) => line.waits ?? []).filter((wait) => wait.kind === kind);
    // The machine's stalls are in means alone, and the clock has seen more of them.
    const ms = found.reduce((all, wait) => all + wait.p50Ms * wait.perRequest, 0);
    const often = found.reduce((all, wait) => all + wait.perRequest, 0);
    // One that holds the lock waits for a timer on a line of its own.
    const elsewhereMs = name === 'mutex' ? 1 : 0;
    assert.ok(isAsClocked(ms + elsewhereMs, byClock[name]!, slack), `${name}: ${ms}\n${told}`);
    assert.ok(count === null || Math.abs(often - count) < 0.3, `${name}: ×${often}\n${told}`);
  }
  const onLines = report.lines.reduce((all, { waitMs = 0 }) => all + waitMs, 0);
  assert.ok(Math.abs(onLines - parts.wait) < 0.02 * parts.wait, told);
  const targets = report.lines.flatMap(({ waits: all }) => all?.map(({ target }) => target) ?? []);
  assert.ok(
    targets.some((target) => /^GET http:\/\/127\.0\.0\.1:\d+\/prices$/.test(target)),
    told,
  );
}

/** Of the server in which all waits come one after the other. */
function judgeRow({ report, requests, clock: byClock }: Waited): void {
  const { picture, serialAwaits } = requests!;
  const { typical, tree } = picture!;
  const told = JSON.stringify({ byClock, serialAwaits, typical, tree }, null, 1);
  const text = row.split('\n');
  const lineOf = (name: string) => text.findIndex((line) => line.endsWith(`// ${name}`)) + 1;
  const isNear = (ms: number, name: string) => isAsClocked(ms, byClock[name]!, slack);

  assert.ok(typical, told);
  const ends = typical.steps.map(({ startMs, ms }) => startMs + ms);
  typical.steps.slice(1).forEach(({ startMs }, i) => {
    assert.ok(
      Math.abs(startMs - ends[i]!) < 0.05,
      `step ${i + 1} begins where the last ended\n${told}`,
    );
  });
  assert.ok(Math.abs(ends.at(-1)! - typical.totalMs) < 0.5, told);
  const waits = typical.steps.filter(({ kind, wait }) => kind === 'wait' && wait?.kind === 'timer');
  assert.equal(waits.length, 8, told);
  const sumOf = (of: (wait: ClockedWait) => number) =>
    Object.values(byClock).reduce((all, wait) => all + of(wait), 0);
  const whole = { ms: sumOf(({ ms }) => ms), idleMs: sumOf(({ idleMs }) => idleMs) };
  assert.ok(isAsClocked(typical.totalMs, whole, slack), told);

  const frames = tree.children.flatMap((each) => (each.name === 'handle' ? [each] : []));
  for (const name of ['user', 'prices', 'each']) {
    const frame = frames.find(({ line }) => line === lineOf(name));
    assert.ok(frame && isNear(frame.ms, name), `${name}\n${told}`);
  }
  const [pair] = serialAwaits ?? [];
  assert.deepEqual([pair?.firstLine, pair?.secondLine], [lineOf('user'), lineOf('prices')], told);
  assert.ok(isNear(pair!.firstMs, 'user') && isNear(pair!.secondMs, 'prices'), told);
  assert.equal(serialAwaits?.length, 1, told);
  const loop = report.lines
    .flatMap(({ waits: all }) => all ?? [])
    .find(({ perRequest }) => perRequest > 5.5);
  assert.ok(loop && Math.abs(loop.inRow! - 6) < 0.3, told);
}

const majors = testedLines();

testSideBySide(
  'what a request waits for is on its lines',
  majors.flatMap((major) => [
    {
      name: `a request's latency is on the lines where it waits, on Node ${major}`,
      major,
      files: { 'clock.js': clockModule, 'upstream.js': upstream, 'server.js': server },
      judge,
    },
    ...(withDetails
      ? [
          {
            name: `what waits one after the other is told in steps, a tree and a pair, on Node ${major}`,
            major,
            files: { 'clock.js': clockModule, 'server.js': row },
            judge: judgeRow,
          },
        ]
      : []),
  ]),
);

// What is queued does not differ by V8's version.
for (const major of testedLines([20, 24])) {
  for (const connections of [10, 100]) {
    (connections === 10 ? detail : test)(
      `at ${connections} connections a request that waits for others' CPU time is queued, on Node ${major}`,
      () =>
        withFolder({ 'server.js': busy }, async (folder) => {
          const command = [await nodeBinary(major), 'server.js'];
          const load = { connections, durationS: 2, warmupS: 0.5 };
          const { report } = succeeded(
            await watchRun(folder, { command, chargesAwaits: true, load }),
          );
          const { parts, meanMs } = report.requests!;
          const told = JSON.stringify(report.requests);
          assert.ok(parts.queue > 0.6 * meanMs, told);
          assert.ok(parts.wait < 0.05 * meanMs, told);
          assert.match(requestSentences(report).join(' '), /it goes when CPU time goes/);
        }),
    );
  }
}

/** Has no time to spare, and breaks off each fifth connection. */
const breaking = `
let requests = 0;
require('http').createServer(async (request, response) => {
  if (++requests % 5 === 0) return request.socket.destroy();
  for (const start = performance.now(); performance.now() - start < 2;);
  await null;
  response.end('ok');
}).listen(0, '127.0.0.1');
`;

detail('requests that were broken off keep no others from being followed', () =>
  withFolder({ 'server.js': breaking }, async (folder) => {
    const { report } = succeeded(
      await watchRun(folder, { chargesAwaits: true, load: { durationS: 4 } }),
    );
    const { sampled } = report.requests!;
    // Some 80 are; where three that were broken off count as under way, 5 to 9.
    assert.ok(sampled > 40, `${sampled} requests`);
  }),
);
