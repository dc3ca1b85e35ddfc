/**
 * `npm run bench:pool -- MINUTES [RUNS]` adds short real runs of two
 * kinds of one server to the pool that `npm run bench -- verdict` draws comparisons from, until there
 * are RUNS of each (default 210) or the minutes are over. Stop it when you like, and go on later.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runProfile } from '../../src/engine/run/run.ts';
import { repeatOf } from '../../src/analysis/compare/repeatOf.ts';
import { addToPool, poolFile, readPool, type PooledRun } from './runPool.ts';

/** Loops of one request of the base, some milliseconds, beside which HTTP is little; `more` has a tenth more of them. */
const baseTurns = 200_000;
const measuredS = 2;
const warmupS = 1;

const [minutes = NaN, wanted = 210] = process.argv.slice(2).map(Number);
if (!(minutes > 0 && wanted > 0)) {
  console.error('Say for how many minutes: npm run bench:pool -- 60');
  process.exit(2);
}

const server = resolve(import.meta.dirname, '../workspaces/counted');
const abort = new AbortController();
process.once('SIGINT', () => abort.abort());
const deadline = performance.now() + minutes * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'hotframe-pool-'));
try {
  const pool = readPool(poolFile);
  const counts = { base: countOf(pool, 'base'), more: countOf(pool, 'more') };
  while (counts.base + counts.more < 2 * wanted && !abort.signal.aborted) {
    const taken = counts.base + counts.more;
    // A B B A
    const kind = taken % 4 === 0 || taken % 4 === 3 ? 'base' : 'more';
    const run = await takeRun(kind, folder);
    if (run === null) break;
    counts[kind] += 1;
    addToPool(poolFile, run);
    console.log(
      `${counts.base} + ${counts.more}  ${kind}  ${run.cpuMicrosPerRequest?.toFixed(1)} µs  ${run.reqPerS.toFixed(0)} a second  ${run.wallS.toFixed(1)} s`,
    );
    if (performance.now() + run.wallS * 1000 > deadline) break;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Null where it was stopped. A run that fails ends the collecting: the pool would lean to the good ones. */
async function takeRun(kind: PooledRun['kind'], cwd: string): Promise<PooledRun | null> {
  const turns = kind === 'base' ? baseTurns : Math.round(baseTurns * 1.1);
  const startedAt = performance.now();
  const { report } = await runProfile(
    {
      command: [process.execPath, join(server, 'server.js')],
      cwd,
      env: { TURNS: String(turns) },
      workspaceFolders: [server],
      startTimeoutS: 20,
      intervalMicros: 1000,
      exactLines: false,
      areas: ['app'],
      load: {
        url: '/',
        method: 'GET',
        headers: {},
        requests: [],
        connections: 10,
        durationS: measuredS,
        warmupS,
        pipelining: 1,
        timeoutS: 10,
      },
    },
    { onState() {}, onProgress() {}, onOutput() {} },
    abort.signal,
  );
  if (report.failure?.kind === 'cancelled') return null;
  if (report.failure) throw new Error(report.failure.message);
  const repeat = repeatOf(report, Date.now());
  if (!repeat) throw new Error('The run has no load figures');
  return { ...repeat, kind, wallS: (performance.now() - startedAt) / 1000 };
}

function countOf(pool: readonly PooledRun[], kind: PooledRun['kind']): number {
  return pool.filter((run) => run.kind === kind).length;
}
