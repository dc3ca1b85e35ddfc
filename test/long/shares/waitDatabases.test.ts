import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Report } from '../../../src/shared/report.ts';
import { succeeded, watchRun, withFolder } from '../../process/engineHarness.ts';
import { measured } from '../../shares/measured.ts';
import {
  ended,
  freePort,
  postgresFolder,
  redisProgram,
  startPostgres,
  startRedis,
} from '../../support/databases.ts';
import { nodeBinary, testedLines } from '../../support/nodeVersions.ts';
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

interface Database {
  name: string;
  program: string | null;
  start: typeof startRedis;
  code: (port: number) => string;
  connections: number;
  waits: Record<string, TimedWait>;
}

const pool = (port: number, max: number) => `
const { Pool } = load('pg');
const pool = new Pool({ host: '127.0.0.1', port: ${port}, user: 'test', database: 'postgres', max: ${max} });`;

const postgres = { program: postgresFolder(), start: startPostgres, connections: 3 };

const databases: Database[] = [
  {
    ...postgres,
    name: 'PostgreSQL, with enough connections',
    code: (port) =>
      server(
        pool(port, 10),
        `  await timed('sleep', () => pool.query('select pg_sleep(0.02)')); // sleep
  await timed('rows', () => pool.query('select $1::int, pg_sleep(0.01)', [7])); // rows`,
      ),
    waits: { sleep: { kind: 'db', count: 1 }, rows: { kind: 'db', count: 1 } },
  },
  {
    ...postgres,
    name: 'PostgreSQL, with one connection for all',
    code: (port) =>
      server(
        pool(port, 1),
        `  const client = await timed('turn', () => pool.connect()); // turn
  await timed('sleep', () => client.query('select pg_sleep(0.02)')); // sleep
  client.release();`,
      ),
    waits: { turn: { kind: 'lock', count: 1 }, sleep: { kind: 'db', count: 1 } },
  },
  {
    name: 'Redis',
    program: redisProgram(),
    start: startRedis,
    connections: 1,
    code: (port) =>
      server(
        `const redis = new (load('ioredis').Redis)({ host: '127.0.0.1', port: ${port} });`,
        "  await timed('pop', () => redis.blpop('nothing', 0.02)); // pop",
      ),
    waits: { pop: { kind: 'db', count: 1 } },
  },
];

for (const { name, program, start, code, connections, waits } of databases) {
  for (const major of testedLines([20, 24])) {
    test(`waits for ${name} are on their lines, on Node ${major}`, async (context) => {
      if (program === null) {
        context.skip("Debian's package is not installed.");
        return;
      }
      const folder = mkdtempSync(join(tmpdir(), 'databases-'));
      const port = await freePort();
      const database = await start(program, folder, port);
      try {
        const source = code(port);
        await measured(
          context,
          () => waited(source, major, connections),
          ({ report, clock }) => checkTimedWaits(report, source, clock, waits),
          ({ report }) => [report],
        );
      } finally {
        await ended(database);
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
}

interface Waited {
  report: Report;
  clock: Record<string, number>;
}

async function waited(source: string, major: number, connections: number): Promise<Waited> {
  const command = [await nodeBinary(major), 'server.js'];
  let result: Waited | undefined;
  await withFolder({ 'clock.js': clockModule, 'server.js': source }, async (folder) => {
    const load = { connections, durationS: 5, warmupS: 0.5 };
    const { report } = succeeded(await watchRun(folder, { command, chargesAwaits: true, load }));
    const told = readFileSync(join(folder.path, 'clock.json'), 'utf8');
    result = { report, clock: JSON.parse(told) as Record<string, number> };
  });
  return result!;
}
