const fs = require('node:fs');
const http = require('node:http');
const { performance } = require('node:perf_hooks');
const { relax, hashText } = require('./numbers');
const { lookUp, scanPages } = require('./records');

/**
 * The ground truth. Every request runs four sections, each charged to one line (`truth:a` … `d`),
 * for about 40, 30, 20 and 10 % of 40 ms. What one call of a section costs is measured at the start
 * without any sampling; the CPU time that each section really took is summed up around it, so the
 * true shares are of the very requests that were sampled.
 *
 * GET /truth answers with the sums since the start. With TRUTH_FILE set, the sums are appended to
 * that file as a line of JSON four times a second while requests come in.
 */

const goalsMs = { a: 16, b: 12, c: 8, d: 4 };

/** Turns of each section's loop a call: short calls and many of them, so that V8 soon settles. */
const turns = { a: 1_000, b: 4_000, c: 1_000, d: 40 };

const sections = {
  a: (calls, x) => {
    for (let i = 0; i < calls; i++) x = relax(turns.a, x);
    return x;
  },
  b: (calls, x) => {
    for (let i = 0; i < calls; i++) x = hashText(turns.b, x);
    return x;
  },
  c: (calls, x) => {
    for (let i = 0; i < calls; i++) x = lookUp(turns.c, x);
    return x;
  },
  d: (calls, x) => {
    for (let i = 0; i < calls; i++) x = scanPages(turns.d, x);
    return x;
  },
};
const calls = calibrate();

const sums = { requests: 0, ms: { a: 0, b: 0, c: 0, d: 0 } };
let carried = 1.5;

/**
 * CPU time of the process: a clock would run on while another program has the CPU. On Windows, which
 * counts it in steps of 16 ms, it is a clock: V8's sampler goes on there as well, as the clock does.
 */
function cpuMs() {
  if (process.platform === 'win32') return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function work() {
  const start = cpuMs();
  const a = sections.a(calls.a, carried);
  const afterA = cpuMs();
  const b = sections.b(calls.b, 17);
  const afterB = cpuMs();
  const c = sections.c(calls.c, b & 1023);
  const afterC = cpuMs();
  const d = sections.d(calls.d, c & 1023);
  const end = cpuMs();
  // The next request's input depends on this one's result: nothing can be optimized away.
  carried = 1.5 + ((a + d) % 100);
  sums.requests += 1;
  sums.ms.a += afterA - start;
  sums.ms.b += afterB - afterA;
  sums.ms.c += afterC - afterB;
  sums.ms.d += end - afterC;
  return d;
}

/** Calls of each section a request. All are warm first, so that the cost is that of final code. */
function calibrate() {
  const names = Object.keys(sections);
  const result = { a: 1, b: 1, c: 1, d: 1 };
  const warmUntil = performance.now() + 1_000;
  while (performance.now() < warmUntil) {
    for (const name of names) result[name] = callsFor(name, costOf(name, result[name]));
  }
  // In turns, and the least of many: a busy machine must not shift the shares.
  const least = { a: Infinity, b: Infinity, c: Infinity, d: Infinity };
  for (let round = 0; round < 25; round++) {
    for (const name of names) least[name] = Math.min(least[name], costOf(name, result[name]));
  }
  for (const name of names) result[name] = callsFor(name, least[name]);
  return result;
}

function callsFor(name, costMs) {
  return Math.max(1, Math.round(goalsMs[name] / costMs));
}

/** Milliseconds a call. */
function costOf(name, count) {
  const start = performance.now();
  sections[name](count, name === 'a' ? 1.5 : 17);
  return (performance.now() - start) / count;
}

function truth() {
  const total = sums.ms.a + sums.ms.b + sums.ms.c + sums.ms.d;
  const share = (name) => (total === 0 ? 0 : sums.ms[name] / total);
  const shares = { a: share('a'), b: share('b'), c: share('c'), d: share('d') };
  return { atMs: performance.timeOrigin + performance.now(), ...sums, shares };
}

let writtenAt = 0;
function note() {
  if (!process.env.TRUTH_FILE || performance.now() < writtenAt + 250) return;
  writtenAt = performance.now();
  fs.appendFileSync(process.env.TRUTH_FILE, `${JSON.stringify(truth())}\n`);
}

const server = http.createServer((request, response) => {
  const answer = request.url === '/truth' ? truth() : { result: work() };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answer));
  note();
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
