import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../../src/shared/report.ts';
import {
  ended,
  freePort,
  postgresFolder,
  redisProgram,
  startPostgres,
  startRedis,
} from '../../support/databases.ts';
import { nodeBinary, testedLines } from '../../support/nodeVersions.ts';
import { measured } from '../../shares/measured.ts';

/** Real drivers do their work after the user's line has returned: it is charged to that line. */

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const serverLines = [
  "const http = require('node:http');",
  'http.createServer(async (request, response) => {',
  '  const a = await first();',
  '  const b = await second();',
  '  response.end(String(a) + b);',
  "}).listen(0, '127.0.0.1');",
];

interface Driver {
  name: string;
  /** Path of the program that it talks to; null where Debian's package can't be installed. */
  program?: () => Promise<string | null>;
  start?: (program: string, folder: string, port: number) => Promise<ChildProcess>;
  /** Ends with the functions `first` and `second`. */
  code: (port: number) => string[];
  /** All its work is in the server, so that the server's own clock tells how it is divided. */
  isInServer?: boolean;
}

const drivers: Driver[] = [
  {
    name: 'pg',
    program: postgresFolder,
    start: startPostgres,
    code: (port) => [
      `const pool = new (require('pg').Pool)({ host: '127.0.0.1', port: ${port}, user: 'test', database: 'postgres', max: 4 });`,
      "const rows = (n) => ({ text: 'select g as k, $2 || g as name from generate_series(1, $1::int) g', values: [n, 'customer '] });",
      'const first = () => pool.query(rows(400));',
      'const second = () => pool.query(rows(40));',
    ],
  },
  {
    name: 'ioredis',
    program: redisProgram,
    start: startRedis,
    code: (port) => [
      `const redis = new (require('ioredis').Redis)({ host: '127.0.0.1', port: ${port} });`,
      "for (let i = 0; i < 700; i++) redis.rpush('a', `value ${i}`);",
      "for (let i = 0; i < 300; i++) redis.rpush('b', `value ${i}`);",
      "const first = () => redis.lrange('a', 0, 699);",
      "const second = () => redis.lrange('b', 0, 299);",
    ],
  },
  {
    name: 'nedb',
    isInServer: true,
    code: () => [
      "const collection = new (require('@seald-io/nedb'))();",
      "collection.ensureIndex({ fieldName: 'kind' });",
      "for (let n = 0; n < 1000; n++) collection.insert({ n, kind: n % 10 < 7 ? 'a' : 'b' });",
      "const first = () => collection.findAsync({ kind: 'a' }).execAsync();",
      "const second = () => collection.findAsync({ kind: 'b' }).execAsync();",
    ],
  },
];

const nodeLines = testedLines([20, 24]);

/**
 * How many runs are compared with the server's own clock together. In one, some 350 learned samples divide the
 * time of both lines: in 26 runs the share of the first was off by 0.04 as a root mean square.
 */
const clockedRuns = 3;

describe('charges the work of a driver to the lines that ask it', () => {
  for (const [nth, driver] of drivers.entries()) {
    // One line for each: what differs between lines is in test/shares/awaits.
    for (const line of nodeLines.filter((_, index) => index === nth % nodeLines.length)) {
      test(`${driver.name} on Node ${line}`, async (t) => {
        const program = (await driver.program?.()) ?? null;
        if (driver.program && program === null) {
          t.skip(`Debian's package that ${driver.name} talks to can't be installed here.`);
          return;
        }
        const port = await freePort();
        const folder = mkdtempSync(join(tmpdir(), 'drivers-'));
        const database = program && (await driver.start?.(program, folder, port));
        try {
          const code = driver.code(port);
          const node = await nodeBinary(line);
          const clockNode = driver.isInServer === true ? node : null;
          const reports = async () => {
            const all: Report[] = [];
            for (let run = 0; run < (clockNode === null ? 1 : clockedRuns); run++) {
              all.push(await reportOf(folder, [...code, ...serverLines], node));
            }
            return all;
          };
          await measured(
            t,
            reports,
            (all) => check(t, all, code, clockNode),
            (all) => all,
          );
        } finally {
          if (database) await ended(database);
          rmSync(folder, { recursive: true, force: true });
        }
      });
    }
  }
});

/** The first function has more to do than the second. */
function check(
  t: TestContext,
  reports: Report[],
  code: string[],
  /** That of the server, where its own clock tells how the work is divided. */
  clockNode: string | null,
): void {
  const sums = [0, 0] as [number, number];
  for (const { lines, sampling } of reports) {
    const via = (line: number) => lines.find((each) => each.line === line)?.viaAwait ?? 0;
    const [first, second] = [code.length - 1, code.length].map(via) as [number, number];
    const words = `first ${first}, second ${second}, unattributed ${sampling?.unattributedShare}`;
    t.diagnostic(words);
    assert.ok(sampling && sampling.unattributedShare < 0.2, words);
    assert.ok(first > second && first + second > 0.3, words);
    sums[0] += first;
    sums[1] += second;
  }
  if (clockNode === null) return;
  const [share, truth] = [sums[0] / (sums[0] + sums[1]), shareByClock(code, clockNode)];
  t.diagnostic(`${share} of both is the first's, ${truth} by the server's clock`);
  assert.ok(Math.abs(share - truth) < 0.12, `${share}, by the server's clock ${truth}`);
}

/** The first function's share of the CPU time of both, one call after the other: a busy machine moves other times. */
function shareByClock(code: string[], node: string): number {
  const clock = [
    '(async () => {',
    '  const used = [0, 0];',
    '  const now = () => { const { user, system } = process.cpuUsage(); return user + system; };',
    '  for (let i = 0; i < 4000; i++) for (const [n, call] of [first, second].entries()) {',
    '    const start = now();',
    '    await call();',
    '    if (i > 400) used[n] += now() - start;',
    '  }',
    '  console.log(used[0] / (used[0] + used[1]));',
    '})();',
  ];
  const source = [...code, ...clock].join('\n');
  return Number(execFileSync(node, ['-e', source], { cwd: repository }));
}

async function reportOf(folder: string, code: string[], node: string): Promise<Report> {
  const server = join(folder, 'server.js');
  const json = join(folder, 'report.json');
  // Drivers are found from this repository, since the server is elsewhere.
  const load = `const load = require('node:module').createRequire(${JSON.stringify(repository)});`;
  writeFileSync(server, `${load} ${code.join('\n').replaceAll('require(', 'load(')}\n`);
  const options = ['-d', '4', '--warmup', '1', '--json', json, '--node', node];
  const run = spawn(
    process.execPath,
    [join(repository, 'dist/cli.cjs'), 'run', ...options, '--', 'node', server],
    { stdio: 'ignore' },
  );
  await new Promise((resolve) => run.once('exit', resolve));
  return JSON.parse(readFileSync(json, 'utf8')) as Report;
}
