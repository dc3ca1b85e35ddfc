/**
 * `npm run bench`: how fast the log is read, how soon the report is there, and how long a person waits
 * for the editor. Arguments choose parts: `reader`, `open`, `save`, `report`, `routes`, `editor` or one of its own.
 * `verdict`, how often a comparison is wrong, takes minutes and comes only when it is named.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { recordLog } from '../support/recordLog.ts';
import { benchEditor, editorParts } from './editor.ts';
import { spread, median } from './figures.ts';
import { enlargeLog } from './largeLog.ts';
import { benchReportTime } from './reportTime.ts';
import { benchOpen } from './openProfiles.ts';
import { benchRoutes } from './routes.ts';
import { benchSave } from './saveProfile.ts';
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

async function benchReader(folder: string): Promise<void> {
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
    const lines = [
      `reader, ${size.toFixed(0)} MB log (median of ${rounds}, range)`,
      `  reads                    ${spread(reader.map(({ mbPerS }) => mbPerS))} MB/s`,
      `  whole, to the report     ${spread(reader.map(({ wholeMs }) => wholeMs))} ms`,
      `  of a bare line scan      ${(speed / median(scan.map(({ mbPerS }) => mbPerS))).toFixed(2)} of its speed`,
      `  peak memory              ${spread(reader.map(({ peakMb }) => peakMb))} MB, ${spread(reader.map(({ startMb }) => startMb))} MB of them before reading`,
    ];
    for (const ms of peer) {
      const ratio = ms / median(reader.map(({ wholeMs }) => wholeMs));
      lines.push(
        `  node --prof-process --preprocess: ${(ms / 1000).toFixed(1)} s, ${(size / (ms / 1000)).toFixed(1)} MB/s; the reader with its report is ${ratio.toFixed(0)} times as fast`,
      );
    }
    console.log(lines.join('\n'));
  }
}

const parts = ['reader', 'open', 'save', 'report', 'routes', 'verdict', ...editorParts] as const;
const wanted = process.argv.slice(2).flatMap((part) => (part === 'editor' ? editorParts : [part]));
const unknown = wanted.find((part) => !parts.some((known) => known === part));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}: ${['editor', ...parts].join(', ')}.`);
  process.exit(2);
}
const isWanted = (part: (typeof parts)[number]): boolean =>
  wanted.length === 0 || wanted.includes(part);

const folder = mkdtempSync(join(tmpdir(), 'hotframe-bench-'));
try {
  if (isWanted('reader')) await benchReader(folder);
  if (isWanted('open')) await benchOpen(folder);
  if (isWanted('save')) benchSave(folder);
  if (isWanted('report')) await benchReportTime();
  if (isWanted('routes')) benchRoutes();
  if (wanted.includes('verdict')) benchVerdict(poolFile);
  await benchEditor(editorParts.filter(isWanted), folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
