import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProfile } from '../../src/engine/run/run.ts';
import { nodeBinary } from '../support/nodeVersions.ts';
import { readTruth, truthLines, zooServer, type TruthSection } from '../support/zoo.ts';
import { measureCost, type CostRow } from './cost.ts';
import { alone, aloneAgain, hotframe, type CostWay } from './costWays.ts';
import { spread } from './figures.ts';
import type { Section } from './section.ts';

const intervals = [1000, 2000, 4000, 6000, 8000, 10_000];
const majors = [20, 24];
const runs = 3;
const warmupS = 1;

/** What a sample costs, what our flags cost, and how far off a share is with so many samples. */
export async function benchInterval(): Promise<Section[]> {
  const sections: Section[] = [];
  for (const major of majors) {
    const node = await nodeBinary(major);
    const ways = [
      alone,
      aloneAgain,
      ...intervals.map((intervalMicros) => hotframe({ intervalMicros })),
      ...variants(),
    ];
    const rows = await measureCost(ways, 'json', [major, node]);
    sections.push({
      title: `interval, JSON API, Node ${major}: CPU time a request (median, range)`,
      figures: rows.map((row) => [row.way.name, costText(row)]),
    });
  }
  for (const major of majors) {
    const node = await nodeBinary(major);
    const errors = new Map(intervals.map((each) => [each, [] as number[]]));
    // In turn, so that a slow spell of the machine falls on all.
    for (let run = 0; run < runs; run++) {
      for (const each of intervals) errors.get(each)!.push(...(await shareErrors(node, each)));
    }
    sections.push({
      title: `interval, server "truth", Node ${major}: error of the shares of four hot lines in ${runs} runs of 10 s (median, range)`,
      figures: [...errors].map(([each, of]) => [`one each ${each / 1000} ms`, errorText(of)]),
    });
  }
  return sections;
}

function errorText(errors: readonly number[]): string {
  const within = errors.filter((error) => error <= 1).length / errors.length;
  return `${spread(errors, 2)} points, ${(within * 100).toFixed(0)} of 100 within 1 point`;
}

/** Our own way with something left out or added, at the shortest usual interval, where it weighs most. */
function variants(): CostWay[] {
  const intervalMicros = 1000;
  const named = (name: string) => ({ intervalMicros, name: `at 1 ms, ${name}` });
  return [
    hotframe({ ...named('log on disk'), folder: tmpdir() }),
    hotframe({ ...named('log in memory'), folder: '/dev/shm' }),
    hotframe({
      ...named('without --log-deopt'),
      keeps: (word) => word !== '--log-deopt' && !word.startsWith('--redirect-code-traces'),
    }),
    hotframe({
      ...named('without --no-sparkplug'),
      keeps: (word) => word !== '--no-sparkplug',
    }),
    hotframe({
      ...named('without --prof'),
      keeps: (word) => !word.startsWith('--prof') && !word.startsWith('--log'),
    }),
  ];
}

function costText({ ratios, samplesPerS, samplerShare, samplerMicrosPerSample }: CostRow) {
  const sampled = Number.isNaN(samplerMicrosPerSample)
    ? ''
    : `, ${samplesPerS.toFixed(0)} samples a second; as a report says it ${(samplerShare * 100).toFixed(2)} %, ${samplerMicrosPerSample.toFixed(1)} µs a sample`;
  return `× ${spread(ratios, 3)}${sampled}`;
}

/** By how many points the shares of the four lines are off, each, in one run. */
export async function shareErrors(node: string, intervalMicros: number): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hotframe-interval-'));
  const truthFile = join(folder, 'truth.ndjson');
  const server = zooServer('truth');
  try {
    const { report } = await runProfile(
      {
        command: ['node', ...server.args],
        cwd: server.folder,
        env: { TRUTH_FILE: truthFile },
        node,
        workspaceFolders: [server.folder],
        startTimeoutS: 20,
        intervalMicros,
        exactLines: false,
        areas: ['app'],
        load: {
          url: server.url,
          method: 'GET',
          headers: {},
          requests: [],
          connections: 2,
          durationS: 10,
          warmupS,
          pipelining: 1,
          timeoutS: 10,
        },
      },
      { onState() {}, onProgress() {}, onOutput() {} },
      new AbortController().signal,
    );
    if (report.failure) throw new Error(report.failure.message);
    const truth = await readTruth(truthFile, warmupS);
    return Object.entries(truthLines()).map(([section, { file, line }]) => {
      const found = report.lines.find((each) => each.file === file && each.line === line);
      return Math.abs((found?.self ?? 0) - truth[section as TruthSection]) * 100;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
