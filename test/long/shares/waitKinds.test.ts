import { testAlone, type WaitingServer } from '../../shares/waitedRun.ts';
import { testedLines } from '../../support/nodeVersions.ts';
import { checkTimedWaits, clockModule, type TimedWait } from '../../support/timedWaits.ts';

/**
 * Waits of each kind are on their lines within 2 ms or 10 % of the server's own clock, which is exact for one
 * connection: meanwhile the server idles as long as its only request waits. Those for a timer, a
 * mutex and the client of Node.js are in test/shares/waits, those for databases in waitDatabases.
 */

const others = `
const { createServer } = require('http');
const dns = require('dgram').createSocket('udp4');
dns.on('message', (question, { port, address }) => setTimeout(() => {
  const end = question.indexOf(0, 12) + 5;
  const answer = Buffer.concat([
    question.subarray(0, end),
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 1]),
  ]);
  answer[2] |= 0x80; // a response
  answer[7] = 1; // with one answer
  answer[11] = 0; // and nothing more
  dns.send(answer, port, address);
}, 14));
const server = createServer((request, response) => {
  if (request.url === '/prices') return void setTimeout(() => response.end('price'), 15);
  let parts = 4;
  response.flushHeaders();
  const timer = setInterval(() => {
    response.write('part');
    if (--parts === 0) {
      clearInterval(timer);
      response.end();
    }
  }, 6);
});
server.listen(0, '127.0.0.1', () => {
  dns.bind(0, '127.0.0.1', () => process.send({ http: server.address().port, dns: dns.address().port }));
});
process.on('disconnect', () => process.exit());
`;

const server = (handle: string) => `
const { timed } = require('./clock');
const { execFile, fork } = require('child_process');
const crypto = require('crypto');
const { Resolver } = require('dns').promises;
const fs = require('fs');
const http = require('http');
const { promisify } = require('util');
const { Writable } = require('stream');
const { pipeline } = require('stream/promises');
const zlib = require('zlib');
const { Worker } = require('worker_threads');
const hash = () => promisify(crypto.pbkdf2)('a', 'b', 6000, 32, 'sha256'); // pbkdf2
const fillPool = () => Array.from({ length: 4 }, hash);
const text = Buffer.from(Array.from({ length: 60000 }, (_, i) => i * 7919 % 10007).join());
const sink = () => new Writable({ write: (part, encoding, done) => done() });
const resolver = new Resolver();
const ports = {};
const answers = new Map();
let asked = 0;
const worker = new Worker(
  "require('worker_threads').parentPort.on('message', (id) => setTimeout(() => require('worker_threads').parentPort.postMessage(id), 12))",
  { eval: true },
);
worker.on('message', (id) => {
  answers.get(id)();
  answers.delete(id);
});
function inThread() {
  return new Promise((done) => { // worker
    answers.set(++asked, done);
    worker.postMessage(asked);
  });
}
async function parts() {
  const response = await new Promise((done) => {
    http.get({ host: '127.0.0.1', port: ports.http, path: '/parts' }, done); // parts
  });
  for await (const part of response) void part;
}
async function handle(request, response) {
${handle}
  response.end('ok');
}
fork('others.js', { execArgv: [] }).once('message', (given) => {
  Object.assign(ports, given);
  resolver.setServers(['127.0.0.1:' + ports.dns]);
  http.createServer(handle).listen(0, '127.0.0.1');
});
`;

interface Kind extends TimedWait {
  code: string;
}

/** By the name that ends the line. */
const outside: Record<string, Kind> = {
  undici: {
    kind: 'http',
    count: 1,
    code: "(await fetch('http://127.0.0.1:' + ports.http + '/prices')).text()",
  },
  dns: { kind: 'dns', count: 1, code: "resolver.resolve4('prices.test')" },
  child: { kind: 'child', count: 1, slackMs: 40, code: "promisify(execFile)('sleep', ['0.02'])" },
  worker: { kind: 'worker', count: 1, code: 'inThread()' },
};

/** Each while the four threads of the pool have other work. */
const inPool: Record<string, Kind> = {
  zlib: { kind: 'zlib', count: null, code: '(fillPool(), promisify(zlib.gzip)(text))' },
  pbkdf2: { kind: 'crypto', count: 1, code: 'Promise.all(Array.from({ length: 6 }, hash))' },
  fs: { kind: 'fs', count: null, code: "(fillPool(), fs.promises.readFile('large'))" },
};

/** The first parts of each come while the four threads of the pool have other work. */
const streams: Record<string, Kind> = Object.fromEntries(
  Object.entries({
    pipeline: "pipeline(fs.createReadStream('large'), sink())",
    pipe: "new Promise((done) => fs.createReadStream('large').pipe(sink()).on('finish', done))",
    answer:
      "new Promise((done) => fs.createReadStream('large').on('end', done).pipe(response, { end: false }))",
  }).map(([name, code]): [string, Kind] => [
    name,
    { kind: 'fs', count: null, slackMs: 40, code: `(fillPool(), ${code})` },
  ]),
);

const line = ([name, { code }]: [string, Kind]) =>
  `  await timed('${name}', async () => ${code}); // ${name}`;

interface Case {
  handle: string;
  waits: Record<string, TimedWait>;
  connections: number;
}

const cases: Record<string, Case> = {
  'for others': {
    handle: [...Object.entries(outside).map(line), "  await timed('parts', parts);"].join('\n'),
    // The parts of an answer are waited for where it was asked for.
    waits: { ...outside, parts: { kind: 'http', count: null } },
    connections: 1,
  },
  'for the full thread pool': {
    handle: Object.entries(inPool).map(line).join('\n'),
    waits: inPool,
    connections: 1,
  },
  'for files that are streamed': {
    handle: Object.entries(streams).map(line).join('\n'),
    waits: streams,
    // It has no time to spare, so that three of ten requests are followed.
    connections: 4,
  },
};

function waiting(what: string, { handle, waits, connections }: Case, major: number): WaitingServer {
  const source = server(handle);
  const large = Buffer.alloc(4_000_000);
  return {
    name: `waits ${what} are on their lines, on Node ${major}`,
    major,
    files: { 'clock.js': clockModule, 'others.js': others, 'server.js': source, large },
    load: { connections, durationS: 4 },
    judge: ({ report, clock }) => checkTimedWaits(report, source, clock, waits),
  };
}

// Alone, since others start processes, and the thread pool has work for all CPUs.
for (const major of testedLines([20, 24])) {
  for (const [what, each] of Object.entries(cases)) testAlone(waiting(what, each, major));
}
