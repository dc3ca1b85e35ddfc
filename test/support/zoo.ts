import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Report } from '../../src/shared/report.ts';
import { nodeLines, thisLine } from './nodeVersions.ts';

/**
 * The zoo: small real servers under test/workspaces, each with one property that a profiler must
 * see. All bind 127.0.0.1 on the port in the environment variable PORT (0 or absent: any free one)
 * and stop by themselves after five minutes.
 */
export interface ZooServer {
  name: ZooName;
  /** Absolute; the working folder of the server. */
  folder: string;
  /** What follows `node`: its options and the script, relative to the folder. */
  args: string[];
  /** How the script is made; see {@link buildZooServer}. */
  build: 'tsc' | 'esbuild' | null;
  /** Path that is loaded. */
  url: string;
  /** The line that carries the time; null where the server has another point. */
  expect: HotLine | null;
  /** The function that V8 deoptimizes again and again. */
  deoptLoop: string | null;
  /** The Node.js lines on which `test/shares` looks where its time is. */
  nodes: readonly number[];
}

export interface HotLine {
  /** Absolute path of the original source. */
  file: string;
  /** A comment that stands on that line and nowhere else in the file. */
  marker: string;
  /** The function that the line is in. */
  functionName: string;
  /** What {@link hotSelf} is at least, on every Node.js line, on a busy machine. */
  minSelf: number;
}

export type ZooName = keyof typeof servers;

const workspaces = fileURLToPath(new URL('../workspaces/', import.meta.url));

interface Entry {
  args?: string[];
  build?: 'tsc' | 'esbuild';
  url?: string;
  hot?: [file: string, functionName: string, minSelf: number];
  deoptLoop?: string;
  /** Absent: only the one that runs the tests, since its time goes by nothing that lines of Node.js differ in. */
  nodes?: readonly number[];
}

/** V8 compiles, inlines or logs otherwise on each of them. */
const everyLine = nodeLines;
/** Node.js itself starts such processes, threads or code in another way by now. */
const newerToo = [...new Set([thisLine, 24])];
/** Another server has its time in the same way on the line that runs the tests. */
const newerAlone = [24];
/** Tests of `test/process` are about it; its time is as that of `plain-cjs`. */
const elsewhere: number[] = [];

/** The floors of `hot` are about two thirds of what other profilers measured, or less. */
const servers = {
  example: {
    args: ['dist/server.js'],
    build: 'tsc',
    url: '/invoices/120',
    deoptLoop: 'canonicalText',
    nodes: everyLine,
    hot: ['src/renderInvoice.ts', 'renderTerms', 0.2],
  },
  'plain-cjs': { hot: ['server.js', 'commonPairs', 0.4], nodes: newerToo },
  'esm-inline': { hot: ['matches.js', 'matches', 0.4], nodes: everyLine },
  'ts-tsc': {
    args: ['dist/server.js'],
    build: 'tsc',
    hot: ['src/tags.ts', 'tagsOf', 0.35],
    nodes: newerAlone,
  },
  'min-esbuild': {
    args: ['dist/server.cjs'],
    build: 'esbuild',
    hot: ['src/highlight.ts', 'markKeywords', 0.25],
  },
  'tsx-runner': {
    args: ['--import', 'tsx', 'src/server.ts'],
    hot: ['src/rank.ts', 'labelOf', 0.35],
    nodes: newerToo,
  },
  'koa-deps': { hot: ['server.js', 'renderArticle', 0.35] },
  'express-deps': { url: '/prices', hot: ['prices.js', 'loadPrices', 0.4], nodes: newerAlone },
  'native-crypto': { hot: ['server.js', 'hashPassword', 0.5], nodes: newerToo },
  workers: { hot: ['worker.js', 'sumReadings', 0.4], nodes: everyLine },
  'workers-no-execargv': { hot: ['worker.js', 'sumReadings', 0.4], nodes: newerToo },
  cluster: { hot: ['app.js', 'countPages', 0.25], nodes: newerToo },
  'slow-start': { args: ['server.js', '800'], hot: ['server.js', 'slug', 0.3] },
  truth: {},
  megamorphic: {},
  deopt: { deoptLoop: 'describeOrder', nodes: everyLine },
  tiers: {
    args: [
      '--turbo-filter=-stops*',
      '--maglev-filter=-stopsLow*',
      '--sparkplug-filter=-stopsLowInIgnition',
      'server.js',
    ],
  },
  idle: {},
  wasm: { hot: ['server.js', 'addUp', 0.4], nodes: everyLine },
  'eval-template': { hot: ['server.js', 'renderTable', 0.3], nodes: newerToo },
  'module-runner': { hot: ['slugs.js', 'slugs', 0.3], nodes: newerAlone },
  'gc-heavy': { hot: ['server.js', 'snapshot', 0.2], nodes: newerToo },
  'not-2xx': {},
  'crash-under-load': {},
  'exits-early': {},
  'never-listens': {},
  'ignores-sigterm': { hot: ['server.js', 'greeting', 0.4], nodes: elsewhere },
  'several-ports': { hot: ['server.js', 'cityNames', 0.3], nodes: elsewhere },
  'two-alike': {},
  'ipv6-only': { hot: ['server.js', 'longestText', 0.3], nodes: elsewhere },
  'unix-socket': { url: '/tags', hot: ['server.js', 'tagCounts', 0.3], nodes: elsewhere },
  'https-self-signed': { hot: ['server.js', 'addresses', 0.2], nodes: elsewhere },
  'http2-only': {},
  hangs: {},
  'slow-answers': {},
  chatty: { hot: ['server.js', 'words', 0.3], nodes: elsewhere },
  'wants-login': {},
  daemon: { hot: ['app.js', 'medals', 0.3], nodes: elsewhere },
  'knows-ctrl-c': {},
  'throws-at-start': {},
} satisfies Record<string, Entry>;

/** All servers of the zoo. */
export const zoo: readonly ZooServer[] = Object.keys(servers).map((name) =>
  zooServer(name as ZooName),
);

export function zooServer(name: ZooName): ZooServer {
  const entry: Entry = servers[name];
  const folder = path.join(workspaces, name);
  return {
    name,
    folder,
    args: entry.args ?? ['server.js'],
    build: entry.build ?? null,
    url: entry.url ?? '/',
    expect: entry.hot ? hotLine(folder, ...entry.hot) : null,
    deoptLoop: entry.deoptLoop ?? null,
    nodes: entry.nodes ?? [thisLine],
  };
}

/** The server `tiers` with every tier that the line has: below 24 Hotframe turns sparkplug off by itself. */
export function tiersServer(major: number): ZooServer {
  const server = zooServer('tiers');
  return major < 24 ? { ...server, args: ['--sparkplug', ...server.args] } : server;
}

function hotLine(folder: string, name: string, functionName: string, minSelf: number): HotLine {
  return { file: path.join(folder, name), marker: '// hot', functionName, minSelf };
}

/**
 * Self of the hot line in a report, with the part of its function that has no line added: a function
 * that is called once a request may run in Sparkplug for seconds, above all on Node 22.
 */
export function hotSelf(report: Report, { file, marker, functionName }: HotLine): number {
  const line = markedLine(file, marker);
  const starts = report.functions
    .filter((candidate) => candidate.file === file && candidate.name === functionName)
    .map((candidate) => candidate.line);
  return report.lines
    .filter((candidate) => candidate.file === file)
    .filter((found) => (found.exact ? found.line === line : starts.includes(found.line)))
    .reduce((sum, found) => sum + found.self, 0);
}

/** 1-based number of the only line of the file that holds the marker. */
export function markedLine(file: string, marker: string): number {
  const lines = readFileSync(file, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes(marker));
  if (at < 0 || lines.findLastIndex((line) => line.includes(marker)) !== at) {
    throw new Error(`${file} has not exactly one line with "${marker}"`);
  }
  return at + 1;
}

/**
 * Makes the server's dist folder where it is missing or older than the sources. Safe against
 * another test file doing the same: a server never sees a half-written folder.
 */
export async function buildZooServer(server: ZooServer): Promise<void> {
  const dist = path.join(server.folder, 'dist');
  if (!server.build || changedMs(dist) > newestSourceMs(server.folder)) return;
  const scratch = `${dist}.${process.pid}`;
  try {
    await compile(server.build, server.folder, scratch);
    await rm(dist, { recursive: true, force: true });
    await rename(scratch, dist).catch((error: unknown) => {
      if (changedMs(dist) === 0) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function compile(tool: 'tsc' | 'esbuild', folder: string, outDir: string): Promise<void> {
  if (tool === 'tsc') return compileWithTsc(folder, outDir);
  await build({
    entryPoints: [path.join(folder, 'src', 'server.ts')],
    outfile: path.join(outDir, 'server.cjs'),
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    sourcemap: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
  });
}

function compileWithTsc(folder: string, outDir: string): Promise<void> {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  return new Promise((resolve, reject) => {
    const args = [tsc, '-p', folder, '--outDir', outDir];
    const child = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`tsc could not build ${folder} (exit code ${code})`));
    });
  });
}

/** 0 where there is no such file or folder. */
function changedMs(target: string): number {
  return statSync(target, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newestSourceMs(folder: string): number {
  const sources = readdirSync(path.join(folder, 'src')).map((name) => path.join('src', name));
  const files = [...sources, 'package.json', 'tsconfig.json'];
  return Math.max(...files.map((name) => changedMs(path.join(folder, name))));
}

export type TruthSection = 'a' | 'b' | 'c' | 'd';

/** Where the four sections of the server `truth` are. */
export function truthLines(): Record<TruthSection, { file: string; line: number }> {
  const find = (name: string, section: TruthSection) => {
    const file = path.join(workspaces, 'truth', name);
    return { file, line: markedLine(file, `// truth:${section}`) };
  };
  return {
    a: find('numbers.js', 'a'),
    b: find('numbers.js', 'b'),
    c: find('records.js', 'c'),
    d: find('records.js', 'd'),
  };
}

/**
 * The true shares (0…1, of the four together) by the CPU time around each section, from the file that
 * the environment variable TRUTH_FILE named for the server `truth`. What came in the first
 * `warmupS` seconds of load is left out, so it is of the measured window alone.
 */
export async function readTruth(
  truthFile: string,
  warmupS: number,
): Promise<Record<TruthSection, number>> {
  interface Snapshot {
    atMs: number;
    ms: Record<TruthSection, number>;
  }
  const text = await readFile(truthFile, 'utf8');
  const snapshots = text
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Snapshot);
  const start = snapshots[0];
  const first = snapshots.find(({ atMs }) => start && atMs >= start.atMs + warmupS * 1000);
  const last = snapshots.at(-1);
  if (!first || !last || first === last) {
    throw new Error(`${truthFile} holds no two snapshots after ${warmupS} s of load`);
  }
  const spent = (section: TruthSection) => last.ms[section] - first.ms[section];
  const total = spent('a') + spent('b') + spent('c') + spent('d');
  return {
    a: spent('a') / total,
    b: spent('b') / total,
    c: spent('c') / total,
    d: spent('d') / total,
  };
}
