import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { recordLog } from '../support/recordLog.ts';
import { median, spread } from './figures.ts';
import { writeLargeCpuProfile } from './largeCpuProfile.ts';
import { enlargeLog } from './largeLog.ts';
import { printedBy } from './inProcess.ts';
import type { Section } from './section.ts';

interface OpenFigures {
  ms: number;
  /** Of all its threads: what other programs do meanwhile is not in it. */
  cpuMs: number;
  samples: number;
  startMb: number;
  peakMb: number;
}

const root = resolve(import.meta.dirname, '../..');
const rounds = 5;

/** How long a large profile of another program takes to its report, and with how much memory. */
export async function benchOpen(folder: string): Promise<Section[]> {
  const sections: Section[] = [];
  const script = join(root, 'test/workspaces/koa-deps/server.js');
  const recorded = await recordLog(folder, { node: process.execPath, script, seconds: 4 });
  const log = join(folder, 'isolate-0x1-77-v8.log');
  await enlargeLog(recorded, log, 300e6);
  const zipped = `${log}.gz`;
  await pipeline(createReadStream(log), createGzip({ level: 1 }), createWriteStream(zipped));
  const cpuProfile = join(folder, 'large.cpuprofile');
  await writeLargeCpuProfile(cpuProfile, 100e6);
  for (const [what, path, limitMs] of [
    ['V8 log', log, 5000],
    ['V8 log, gzipped', zipped, null],
    ['.cpuprofile', cpuProfile, 3000],
  ] as const) {
    const figures = Array.from({ length: rounds }, () => openOnce(path));
    const ms = figures.map((each) => each.ms);
    const verdict =
      limitMs === null
        ? ''
        : median(ms) <= limitMs
          ? `, within ${limitMs} ms`
          : `, over ${limitMs} ms`;
    sections.push({
      title: `open, ${what} of ${(statSync(path).size / 1e6).toFixed(0)} MB, ${figures[0]!.samples} samples (median of ${rounds}, range)`,
      figures: [
        ['to the report', `${spread(ms)} ms${verdict}`],
        ['of it CPU time', `${spread(figures.map(({ cpuMs }) => cpuMs))} ms`],
        [
          'peak memory',
          `${spread(figures.map(({ peakMb }) => peakMb))} MB, ${spread(figures.map(({ startMb }) => startMb))} MB of them before reading`,
        ],
      ],
    });
  }
  return sections;
}

function openOnce(path: string): OpenFigures {
  return printedBy('--import', 'tsx', join(import.meta.dirname, 'openOnce.ts'), path);
}
