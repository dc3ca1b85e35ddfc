import { join } from 'node:path';
import { testSideBySide, type WaitingServer } from '../../shares/waitedRun.ts';
import { installedPackage } from '../../support/installedPackage.ts';
import { testedLines } from '../../support/nodeVersions.ts';
import { checkTimedWaits, clockModule, type TimedWait } from '../../support/timedWaits.ts';

/** In servers of each framework, waits are on their lines within 2 ms or 10 % of the server's own clock. */

const waits: Record<string, TimedWait> = {
  sleep: { kind: 'timer', count: 1 },
  longest: { kind: 'timer', count: 1 },
  each: { kind: 'timer', count: 2 },
  callback: { kind: 'timer', count: 1 },
  handler: { kind: 'timer', count: 1 },
};

/** Before each server's own code; `work` is what its handler asks for. */
const work = `
const { timed } = require('./clock');
const { setTimeout: sleep } = require('timers/promises');
async function work() {
  await timed('sleep', () => sleep(20)); // sleep
  await timed('longest', () => Promise.all([sleep(5), sleep(14)])); // longest
  await timed('each', async () => { for (let i = 0; i < 2; i++) await sleep(8); }); // each
  await timed('callback', () => new Promise((done) => setTimeout(done, 9))); // callback
}
const own = () => timed('handler', () => sleep(11)); // handler
`;

interface Server {
  name: string;
  /** The package that it is made with, its version, and further ones. */
  packages: [name: string, version: string, ...others: string[]] | null;
  code: string;
}

const workspaces = join(import.meta.dirname, '../../workspaces');

function express(version: string): Server {
  return {
    name: `Express ${version}`,
    packages: ['express', version],
    code: `
const app = load('express')();
app.use((request, response, next) => setImmediate(next));
app.get('/', async (request, response) => {
  await own();
  await work();
  response.json({ ok: true });
});
app.listen(0, '127.0.0.1');
`,
  };
}

const servers: Server[] = [
  express('4.21.2'),
  express('5.1.0'),
  {
    name: 'Fastify',
    packages: ['fastify', '5.6.1'],
    code: `
const app = load('fastify')();
app.addHook('onRequest', async () => {});
app.get('/', async () => {
  await own();
  await work();
  return { ok: true };
});
app.listen({ port: 0, host: '127.0.0.1' });
`,
  },
  {
    name: 'Koa',
    packages: ['koa', '3.0.3'],
    code: `
const app = new (load('koa'))();
app.use((context, next) => next());
app.use(async (context) => {
  await own();
  await work();
  context.body = { ok: true };
});
app.listen(0, '127.0.0.1');
`,
  },
  {
    name: 'Hapi',
    packages: ['@hapi/hapi', '21.4.3'],
    code: `
const app = load('@hapi/hapi').server({ port: 0, host: '127.0.0.1' });
const handler = async () => {
  await own();
  await work();
  return { ok: true };
};
app.route({ method: 'GET', path: '/', handler });
app.start();
`,
  },
  {
    name: 'NestJS',
    packages: [
      '@nestjs/core',
      '11.1.6',
      '@nestjs/common@11.1.6',
      '@nestjs/platform-express@11.1.6',
      'reflect-metadata@0.2.2',
      'rxjs@7.8.2',
    ],
    code: `
load('reflect-metadata');
const { Controller, Get, Module } = load('@nestjs/common');
class Orders {
  async list() {
    await own();
    await work();
    return { ok: true };
  }
}
Controller('')(Orders);
Get('/')(Orders.prototype, 'list', Object.getOwnPropertyDescriptor(Orders.prototype, 'list'));
class App {}
Module({ controllers: [Orders] })(App);
load('@nestjs/core')
  .NestFactory.create(App, { logger: false })
  .then((app) => app.listen(0, '127.0.0.1'));
`,
  },
  {
    name: 'an HTTP/2 server that answers HTTP/1 too',
    packages: null,
    code: `
const { readFileSync } = require('fs');
const read = (name) => readFileSync(${JSON.stringify(join(workspaces, 'https-self-signed'))} + '/' + name);
const keys = { key: read('localhost-key.pem'), cert: read('localhost.pem') };
require('http2').createSecureServer({ ...keys, allowHTTP1: true }, async (request, response) => {
  await own();
  await work();
  response.end('ok');
}).listen(0, '127.0.0.1');
`,
  },
];

const majors = testedLines([20, 24]);

async function waiting({ name, packages, code }: Server, nth: number): Promise<WaitingServer> {
  const folder = packages && (await installed(packages));
  const from = JSON.stringify(join(folder ?? import.meta.dirname, 'package.json'));
  const load = `const load = require('module').createRequire(${from});`;
  const source = `${load}${work}${code}`;
  // One line for each: what differs between lines is in waitKinds.
  const major = majors[nth % majors.length]!;
  return {
    name: `waits in a server of ${name} are on their lines, on Node ${major}`,
    major,
    files: { 'clock.js': clockModule, 'server.js': source },
    load: { connections: 2 },
    judge: ({ report, clock }) => checkTimedWaits(report, source, clock, waits),
  };
}

function installed([name, version, ...others]: [string, string, ...string[]]): Promise<string> {
  return installedPackage(name, version, others);
}

const all: WaitingServer[] = [];
// Installed before anything is measured.
for (const [nth, server] of servers.entries()) all.push(await waiting(server, nth));
testSideBySide('waits in servers of each framework are on their lines', all);
