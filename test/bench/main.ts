/**
 * `npm run bench`: all parts but those that take long, then what they found as one table. Arguments
 * choose parts: `cost` and `editor` are several of them. `verdict`, how often a comparison is wrong, and
 * `interval`, what a sample costs and is worth, take minutes and come only when they are named.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { recordLog } from '../support/recordLog.ts';
import { costBenches } from './cost.ts';
import { editorBenches } from './editor.ts';
import { spread, median } from './figures.ts';
import { benchInterval } from './interval.ts';
import { enlargeLog } from './largeLog.ts';
import { benchReportTime } from './reportTime.ts';
import { benchOpen } from './openProfiles.ts';
import { benchRoutes } from './routes.ts';
import { benchSave } from './saveProfile.ts';
import { sectionTable, sectionText, type Section } from './section.ts';
import { poolFile } from './runPool.ts';
import { benchVerdict } from './verdictRates.ts';

interface Reading {
  readMs: number;
  wholeMs: number;
  mbPerS: number;
  startMb: number;
  peakMb: number;
}

const rounds = 5;
const root = resolve(import.meta.dirname, '../..');

function readOnce(way: 'reader' | 'scan', log: string): Reading {
  const script = join(import.meta.dirname, 'readLog.ts');
  const child = spawnSync(process.execPath, ['--import', 'tsx', script, way, log], {
    cwd: root,
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as Reading;
}

function profProcessMs(log: string): number {
  const start = performance.now();
  const child = spawnSync(process.execPath, ['--prof-process', '--preprocess', log], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (child.status !== 0) throw new Error('node --prof-process failed');
  return performance.now() - start;
}

async function benchReader(folder: string): Promise<Section[]> {
  const sections: Section[] = [];
  const script = join(root, 'test/workspaces/koa-deps/server.js');
  const recorded = await recordLog(folder, { node: process.execPath, script, seconds: 4 });
  for (const megabytes of [10, 80, 300]) {
    const log = join(folder, 'large.log');
    await enlargeLog(recorded, log, megabytes * 1e6);
    const size = statSync(log).size / 1e6;
    const reader: Reading[] = [];
    const scan: Reading[] = [];
    const peer: number[] = [];
    // In turn, so that a slow spell of the machine falls on all of them.
    for (let round = 0; round < rounds; round++) {
      scan.push(readOnce('scan', log));
      reader.push(readOnce('reader', log));
      if (megabytes === 80 && round === 0) peer.push(profProcessMs(log));
    }
    const speed = median(reader.map(({ mbPerS }) => mbPerS));
    const figures: [string, string][] = [
      ['reads', `${spread(reader.map(({ mbPerS }) => mbPerS))} MB/s`],
      ['whole, to the report', `${spread(reader.map(({ wholeMs }) => wholeMs))} ms`],
      [
        'of a bare line scan',
        `${(speed / median(scan.map(({ mbPerS }) => mbPerS))).toFixed(2)} of its speed`,
      ],
      [
        'peak memory',
        `${spread(reader.map(({ peakMb }) => peakMb))} MB, ${spread(reader.map(({ startMb }) => startMb))} MB of them before reading`,
      ],
    ];
    for (const ms of peer) {
      const ratio = ms / median(reader.map(({ wholeMs }) => wholeMs));
      figures.push([
        'node --prof-process',
        `${(ms / 1000).toFixed(1)} s, ${(size / (ms / 1000)).toFixed(1)} MB/s; the reader with its report is ${ratio.toFixed(0)} times as fast`,
      ]);
    }
    sections.push({
      title: `reader, ${size.toFixed(0)} MB log (median of ${rounds}, range)`,
      figures,
    });
  }
  return sections;
}

const benches = {
  ...costBenches,
  reader: benchReader,
  open: benchOpen,
  save: benchSave,
  report: () => benchReportTime(),
  routes: benchRoutes,
  ...editorBenches,
  verdict: () => {
    benchVerdict(poolFile);
    return [];
  },
  interval: benchInterval,
} satisfies Record<string, (folder: string) => Section[] | Promise<Section[]>>;

type Part = keyof typeof benches;
const parts = Object.keys(benches) as Part[];
const groups: Readonly<Record<string, readonly Part[]>> = {
  cost: Object.keys(costBenches) as (keyof typeof costBenches)[],
  editor: Object.keys(editorBenches) as (keyof typeof editorBenches)[],
};
/** Only when they are named. */
const long: readonly Part[] = ['verdict', 'interval'];

const named = process.argv.slice(2).flatMap((name): readonly string[] => groups[name] ?? [name]);
const unknown = named.find((name) => !parts.some((part) => part === name));
if (unknown !== undefined) {
  const names = [...Object.keys(groups), ...parts].join(', ');
  console.error(`There is no part ${unknown}: ${names}.`);
  process.exit(2);
}
const wanted = parts.filter((part) =>
  named.length === 0 ? !long.includes(part) : named.includes(part),
);

/** A part that fails leaves the others theirs. */
async function benched(part: Part, into: string): Promise<Section[]> {
  try {
    return await benches[part](into);
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
    return [{ title: part, figures: [['failed', String(error).split('\n')[0] ?? '']] }];
  }
}

const folder = mkdtempSync(join(tmpdir(), 'hotframe-bench-'));
try {
  const found: Section[] = [];
  for (const part of wanted) {
    const own = join(folder, part);
    mkdirSync(own);
    const sections = await benched(part, own);
    for (const section of sections) console.log(sectionText(section));
    found.push(...sections);
    rmSync(own, { recursive: true, force: true });
  }
  if (wanted.length > 1) console.log(`\nAll together\n\n${sectionTable(found)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
