import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { testSideBySide, type WaitingServer } from '../../shares/waitedRun.ts';
import {
  ended,
  freePort,
  postgresFolder,
  redisProgram,
  startPostgres,
  startRedis,
} from '../../support/databases.ts';
import { testedLines } from '../../support/nodeVersions.ts';
import { checkTimedWaits, clockModule, type TimedWait } from '../../support/timedWaits.ts';

/** Waits for real databases, and for a connection to them, are on their lines within 2 ms or 10 % of the server's own clock. */

const server = (setup: string, handle: string) => `
const { timed } = require('./clock');
const load = require('module').createRequire(${JSON.stringify(import.meta.filename)});
${setup}
require('http').createServer(async (request, response) => {
${handle}
  response.end('ok');
}).listen(0, '127.0.0.1');
`;

const postgres = await postgresFolder();
const redis = await redisProgram();
const ports = { postgres: await freePort(), redis: await freePort() };
const folder = mkdtempSync(join(tmpdir(), 'databases-'));
const running: ChildProcess[] = [];
before(async () => {
  if (postgres) running.push(await startPostgres(postgres, folder, ports.postgres));
  if (redis) running.push(await startRedis(redis, folder, ports.redis));
});
after(async () => {
  for (const each of running) await ended(each);
  rmSync(folder, { recursive: true, force: true });
});

interface Asking {
  name: string;
  /** The database; null if it is not installed. */
  program: string | null;
  source: string;
  connections: number;
  waits: Record<string, TimedWait>;
}

const pool = (max: number) => `
const { Pool } = load('pg');
const pool = new Pool({ host: '127.0.0.1', port: ${ports.postgres}, user: 'test', database: 'postgres', max: ${max} });`;

const servers: Asking[] = [
  {
    name: 'PostgreSQL, with enough connections',
    program: postgres,
    connections: 3,
    source: server(
      pool(10),
      `  await timed('sleep', () => pool.query('select pg_sleep(0.02)')); // sleep
  await timed('rows', () => pool.query('select $1::int, pg_sleep(0.01)', [7])); // rows`,
    ),
    waits: { sleep: { kind: 'db', count: 1 }, rows: { kind: 'db', count: 1 } },
  },
  {
    name: 'PostgreSQL, with one connection for all',
    program: postgres,
    connections: 3,
    source: server(
      pool(1),
      `  const client = await timed('turn', () => pool.connect()); // turn
  await timed('sleep', () => client.query('select pg_sleep(0.02)')); // sleep
  client.release();`,
    ),
    waits: { turn: { kind: 'lock', count: 1 }, sleep: { kind: 'db', count: 1 } },
  },
  {
    name: 'Redis',
    program: redis,
    connections: 1,
    source: server(
      `const redis = new (load('ioredis').Redis)({ host: '127.0.0.1', port: ${ports.redis} });`,
      "  await timed('pop', () => redis.blpop('nothing', 0.02)); // pop",
    ),
    waits: { pop: { kind: 'db', count: 1 } },
  },
];

function waiting(
  { name, program, source, connections, waits }: Asking,
  major: number,
): WaitingServer {
  return {
    name: `waits for ${name} are on their lines, on Node ${major}`,
    major,
    files: { 'clock.js': clockModule, 'server.js': source },
    load: { connections },
    ...(program === null ? { skip: "Debian's package can't be installed here." } : {}),
    judge: ({ report, clock }) => checkTimedWaits(report, source, clock, waits),
  };
}

testSideBySide(
  'waits for databases are on their lines',
  servers.flatMap((each) => testedLines([20, 24]).map((major) => waiting(each, major))),
);
