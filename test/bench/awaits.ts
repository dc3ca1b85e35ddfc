import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProfile } from '../../src/engine/run/run.ts';
import type { RunOptions } from '../../src/shared/runOptions.ts';
import { quickOptions } from '../process/engineHarness.ts';
import { nodeBinary, nodeLines, thisLine } from '../support/nodeVersions.ts';
import {
  ended,
  freePort,
  postgresFolder,
  redisProgram,
  startPostgres,
  startRedis,
} from '../support/databases.ts';
import { median, spread } from './figures.ts';
import type { Section } from './section.ts';

interface BenchServer {
  /** File below awaitServers. */
  name: string;
  words: string;
  /** What it asks; null where Debian's package can't be installed. */
  database?: (folder: string, port: number) => Promise<ChildProcess | null>;
}

const servers: BenchServer[] = [
  { name: 'collection', words: 'an embedded database with callbacks' },
  { name: 'postgres', words: 'a pool of pg', database: postgres },
  { name: 'redis', words: 'ioredis', database: redis },
  { name: 'fetched', words: 'undici', database: upstream },
  { name: 'rows', words: 'a stream of CSV rows' },
  { name: 'limited', words: 'p-limit, with work in the thread pool' },
  { name: 'batched', words: 'DataLoader' },
  { name: 'pool', words: 'piscina' },
];
const rounds = 3;
const load = { connections: 10, durationS: 6, warmupS: 1 };
/** What the command may take longer. */
const limitS = 2.5;

/** What of a server's CPU time has no line of the user's, and how long the run takes, with and without learning. */
export async function benchAwaits(): Promise<Section[]> {
  const figures: [string, string][] = [];
  let longestS = 0;
  for (const server of servers) {
    const found = await withDatabase(server, (port) => figuresOf(server, port));
    if (!found) {
      figures.push([server.words, "its database can't be installed here"]);
      continue;
    }
    figures.push(...found.figures);
    longestS = Math.max(longestS, found.longerS);
  }
  const headline = {
    what: 'time to learn what runs after awaits',
    own: `${longestS.toFixed(1)} s`,
    others: 'none has it by line',
    wanted: `at most ${limitS} s`,
  };
  return [{ title: 'What runs after awaits', figures, headlines: [headline] }];
}

async function figuresOf({ name, words }: BenchServer, port: number) {
  const measured: RunFigures[] = [];
  const charged: RunFigures[] = [];
  for (let round = 0; round < rounds; round++) {
    measured.push(await runOf(name, port, process.execPath, false));
    charged.push(await runOf(name, port, process.execPath, true));
  }
  const others: string[] = [];
  for (const line of nodeLines.filter((each) => each !== thisLine)) {
    const run = await runOf(name, port, await nodeBinary(line), true).catch(() => null);
    const found = run
      ? `${(run.without * 100).toFixed(0)} % (${run.line})`
      : 'its packages do not run';
    others.push(`Node ${line} ${found}`);
  }
  const shares = (runs: RunFigures[]) => spread(runs.map(({ without }) => without * 100));
  const seconds = (runs: RunFigures[]) => median(runs.map((each) => each.seconds));
  const longerS = seconds(charged) - seconds(measured);
  const figures: [string, string][] = [
    [words, `${shares(charged)} % without a line, ${shares(measured)} % with --no-async`],
    ['  the line', charged.map(({ line }) => line).join('; ')],
    ['  without a line on others', others.join(', ')],
    ['  the whole run', `${longerS.toFixed(1)} s longer${longerS > limitS ? ': MISSED' : ''}`],
  ];
  return { figures, longerS };
}

/** Null if the database can't be installed. */
async function withDatabase<T>(
  { database }: BenchServer,
  use: (port: number) => Promise<T>,
): Promise<T | null> {
  if (!database) return use(0);
  const folder = mkdtempSync(join(tmpdir(), 'bench-database-'));
  try {
    const port = await freePort();
    const started = await database(folder, port);
    if (!started) return null;
    try {
      return await use(port);
    } finally {
      await ended(started);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function postgres(folder: string, port: number): Promise<ChildProcess | null> {
  const program = await postgresFolder();
  return program === null ? null : startPostgres(program, folder, port);
}

async function redis(folder: string, port: number): Promise<ChildProcess | null> {
  const program = await redisProgram();
  return program === null ? null : startRedis(program, folder, port);
}

/** Another server is no database, but is asked like one. */
async function upstream(_: string, port: number): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'awaitServers', 'upstream.cjs');
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  const started = spawn(process.execPath, [program], { env: { PORT: `${port}` }, stdio });
  await once(started.stdout, 'data');
  return started;
}

interface RunFigures {
  /** Share of CPU time that no line of the user's has. */
  without: number;
  seconds: number;
  /** The hottest line, with its share. */
  line: string;
}

async function runOf(
  name: string,
  port: number,
  node: string,
  chargesAwaits: boolean,
): Promise<RunFigures> {
  const options: RunOptions = quickOptions(join(import.meta.dirname, 'awaitServers'), {
    command: [node, `${name}.cjs`],
    chargesAwaits,
    env: { DATABASE_PORT: `${port}` },
    load,
  });
  const hooks = { onState() {}, onProgress() {}, onOutput() {} };
  const start = performance.now();
  const { report } = await runProfile(options, hooks, new AbortController().signal);
  if (!report.sampling) throw new Error(report.failure?.message ?? 'nothing was sampled');
  const [hottest] = report.lines;
  return {
    without: report.sampling.unattributedShare,
    seconds: (performance.now() - start) / 1000,
    line: hottest ? `${hottest.line} with ${(hottest.self * 100).toFixed(0)} %` : 'none',
  };
}
