import { buildSync } from 'esbuild';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { recordLog } from '../support/recordLog.ts';
import { against, atLeast, below, median, ratio, spread } from './figures.ts';
import { enlargeLog } from './largeLog.ts';
import { printedBy } from './inProcess.ts';
import type { Headline, Section } from './section.ts';
import { watchedProcess, type Watched } from './watchedProcess.ts';

/** What {@link ./readLog.ts} prints. */
interface Reading {
  found: number;
  readMs: number;
  wholeMs: number;
  mbPerS: number;
  startMb: number;
  peakMb: number;
}

type Figure = Section['figures'][number];

const rounds = 5;
/** V8 has not compiled the reader when it has read so much. */
const smallMb = 10;
const root = resolve(import.meta.dirname, '../..');
const speedLimit = 100;
const memoryLimitMb = 300;
/** A megabyte of the large log may take so much longer than one of the small log. */
const growthLimit = 1.25;
/** A peer that reads for longer is ended. */
const peerDeadlineS = 150;

/** How fast a V8 log is read, and with how much memory: ours, a bare line scan, and what others read it with. */
export async function benchReader(folder: string): Promise<Section[]> {
  const sections: Section[] = [];
  const script = join(root, 'test/workspaces/koa-deps/server.js');
  const recorded = await recordLog(folder, { node: process.execPath, script, seconds: 8 });
  const program = bundled(folder);
  const perMb: number[] = [];
  for (const megabytes of [smallMb, 80, 300]) {
    const log = join(folder, 'large.log');
    await enlargeLog(recorded, log, megabytes * 1e6);
    const size = statSync(log).size / 1e6;
    const reader: Reading[] = [];
    const again: Reading[] = [];
    const scan: Reading[] = [];
    const peers = new Map(peerCommands(log).map(({ name }) => [name, [] as Watched[]]));
    // In turn, so that a slow spell of the machine falls on all of them.
    for (let round = 0; round < rounds; round++) {
      scan.push(printedBy<Reading>(program, 'scan', log));
      reader.push(printedBy<Reading>(program, 'reader', log));
      if (megabytes === smallMb) again.push(printedBy<Reading>(program, 'again', log));
      if (round >= (megabytes === smallMb ? 3 : 1)) continue;
      for (const { name, words } of peerCommands(log)) {
        const peer = await watchedProcess(process.execPath, words, root, peerDeadlineS);
        peers.get(name)!.push(peer);
      }
    }
    for (const readings of [reader, again]) {
      if (readings.length > 0) perMb.push(median(readings.map(({ wholeMs }) => wholeMs)) / size);
    }
    sections.push({
      title: `reader, ${size.toFixed(0)} MB log, ${reader[0]!.found} samples (median of ${rounds}, range)`,
      figures: [
        ...ownFigures(size, reader, again, scan, megabytes === 300),
        ...[...peers].map(([name, runs]) => peerFigure(name, runs, size, reader)),
      ],
      headlines: [headline(size, reader, peers)],
    });
  }
  const [cold = NaN, warm = NaN, , large = NaN] = perMb;
  sections.push({
    title: 'reader, from 10 to 300 MB',
    figures: [
      ['growth', `a MB of the large log takes ${below(large / cold, growthLimit)} times as long`],
      ['  in a process that has read one', `${below(large / warm, growthLimit)} times`],
    ],
  });
  return sections;
}

function ownFigures(
  size: number,
  reader: readonly Reading[],
  again: readonly Reading[],
  scan: readonly Reading[],
  isLarge: boolean,
): Figure[] {
  const speeds = reader.map(({ mbPerS }) => mbPerS);
  const whole = reader.map(({ wholeMs }) => (size / wholeMs) * 1000);
  const peaks = reader.map(({ peakMb }) => peakMb);
  const starts = reader.map(({ startMb }) => startMb);
  const scanned = scan.map(({ mbPerS }) => mbPerS);
  const memory = isLarge ? against(peaks, memoryLimitMb, 0, 'MB') : `${spread(peaks)} MB`;
  const warm = again.map(({ mbPerS }) => mbPerS);
  return [
    ['reads', atLeast(speeds, speedLimit, 'MB/s')],
    ...(warm.length > 0
      ? [['  once more, same process', atLeast(warm, speedLimit, 'MB/s')] as const]
      : []),
    [
      'whole, to the report',
      `${atLeast(whole, speedLimit, 'MB/s')}, ${spread(reader.map(({ wholeMs }) => wholeMs))} ms`,
    ],
    [
      'a bare line scan',
      `${spread(scanned)} MB/s; the reader has ${(median(speeds) / median(scanned)).toFixed(2)} of its speed`,
    ],
    ['peak memory', `${memory}, ${spread(starts)} MB of them before reading`],
  ];
}

function headline(
  size: number,
  reader: readonly Reading[],
  peers: ReadonlyMap<string, readonly Watched[]>,
): Headline {
  const whole = reader.map(({ wholeMs }) => (size / wholeMs) * 1000);
  return {
    what: `a V8 log of ${size.toFixed(0)} MB, to the report`,
    own: `${spread(whole)} MB/s, ${median(reader.map(({ peakMb }) => peakMb)).toFixed(0)} MB of memory`,
    others: [...peers]
      .map(([name, runs]) => {
        const problem = runs.find((run) => run.problem !== null)?.problem;
        if (problem) return `${name} ${problem}`;
        const speed = median(runs.map(({ ms }) => (size / ms) * 1000));
        return `${name} ${speed.toFixed(1)} MB/s, ${median(runs.map(({ peakMb }) => peakMb)).toFixed(0)} MB`;
      })
      .join('; '),
    wanted: `${speedLimit} MB/s, ${memoryLimitMb} MB`,
  };
}

function peerFigure(
  name: string,
  runs: readonly Watched[],
  size: number,
  own: readonly Reading[],
): Figure {
  const problem = runs.find((run) => run.problem !== null)?.problem;
  if (problem) return [name, problem];
  const times = runs.map(({ ms }) => ms);
  const speed = spread(
    times.map((ms) => (size / ms) * 1000),
    1,
  );
  const peak = spread(runs.map(({ peakMb }) => peakMb));
  const faster = ratio(
    times,
    own.map(({ wholeMs }) => wholeMs),
  );
  const often = runs.length === 1 ? ' once' : '';
  return [
    name,
    `${speed} MB/s${often}, ${peak} MB at most; ours, to the report, is ${faster.toFixed(0)} times as fast`,
  ];
}

/** Both end where samples have functions: 0x's before it merges them into the tree that it draws. */
function peerCommands(log: string): { name: string; words: string[] }[] {
  return [
    { name: '--prof-process', words: ['--prof-process', '--preprocess', log] },
    {
      name: "0x's reader",
      words: ['--import', 'tsx', join(import.meta.dirname, 'zeroXRead.ts'), log],
    },
  ];
}

/** As it is in the product: one file, without a loader that would take memory itself. */
function bundled(folder: string): string {
  const outfile = join(folder, 'readLog.mjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, 'readLog.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  });
  return outfile;
}
