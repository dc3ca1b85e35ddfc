import { LoadProcess } from '../../src/engine/load/loadProcess.ts';
import { usualIntervalMicros } from '../../src/shared/samplingInterval.ts';
import { nodeBinary } from '../support/nodeVersions.ts';
import { CostServer, type CostServerName, type CostSlice } from './costServer.ts';
import { alone, aloneAgain, hotframe, peerWays, signals, type CostWay } from './costWays.ts';
import { lowerQuartile, median, spread } from './figures.ts';
import { onOneCpu } from './oneCpu.ts';
import type { Headline, Section } from './section.ts';

const serverText: Record<CostServerName, string> = {
  hello: 'hello world',
  json: 'JSON API',
  cpu: 'CPU-bound route',
};
const majors = [20, 24];
const connections = 10;
/** A run of so long has the interval that is measured. */
const runS = 10;
const limit = 1.03;

/** How often each server is started in each way, and how often each start has its turn. */
export interface CostRounds {
  starts: number;
  slices: number;
  warmS: number;
  sliceS: number;
  /** Load before each slice that is not measured, for what looks at how busy the server has been; absent: none. */
  settleS?: number;
}

const usualRounds: CostRounds = { starts: 15, slices: 9, warmS: 1.5, sliceS: 0.15 };

export interface CostRow {
  way: CostWay;
  /** Microseconds of CPU time a request, the lower quartile of the slices of each start. */
  micros: number[];
  /** The same against no profiler in the same start. */
  ratios: number[];
  /** What sampling took as a report says it, but as a share of the rest of the process. */
  samplerShare: number;
  samplesPerS: number;
  /** Microseconds of that, a sample. */
  samplerMicrosPerSample: number;
}

/**
 * CPU time a request in each way, with all on one CPU. All ways are up at once, and a slice of load
 * goes to each in turn, so that a slow spell of the machine falls on all; what other machines on the
 * same hardware take makes slices slower and never faster, so the lower quartile of them is taken.
 * Then all are started anew, since where code and data come to lie differs from start to start.
 */
export function measureCost(
  ways: readonly CostWay[],
  name: CostServerName,
  node: [number, string],
  rounds: CostRounds = usualRounds,
): Promise<CostRow[]> {
  return onOneCpu(() => measureHere(ways, name, node, rounds));
}

async function measureHere(
  ways: readonly CostWay[],
  name: CostServerName,
  node: [number, string],
  { starts, slices, warmS, sliceS, settleS = 0 }: CostRounds,
): Promise<CostRow[]> {
  const taken: CostSlice[][][] = ways.map(() => []);
  for (let start = 0; start < starts; start++) {
    const servers = new Map<number, CostServer>();
    const load = new LoadProcess();
    // Another first one each time, so that none always follows the same.
    const inTurn = (from: number) => ways.map((_, turn) => (turn + from) % ways.length);
    try {
      for (const at of inTurn(start)) {
        const server = await CostServer.start(ways[at]!, name, node);
        servers.set(at, server);
        await server.slice(load, warmS, connections);
      }
      for (const of of taken) of.push([]);
      for (let slice = 0; slice < slices; slice++) {
        for (const at of inTurn(start + slice)) {
          const server = servers.get(at)!;
          if (settleS > 0) await server.slice(load, settleS, connections);
          taken[at]![start]!.push(await server.slice(load, sliceS, connections));
        }
      }
    } finally {
      await load.end();
      for (const server of servers.values()) await server.end();
    }
  }
  const base = taken.filter((_, at) => ways[at]!.prepare === alone.prepare);
  return ways.map((way, at) => costRow(way, taken[at]!, base, sliceS));
}

function costRow(
  way: CostWay,
  starts: CostSlice[][],
  base: CostSlice[][][],
  sliceS: number,
): CostRow {
  const all = starts.flat();
  const sum = (of: (slice: CostSlice) => number) =>
    all.reduce((total, each) => total + of(each), 0);
  const samplerMicros = sum((each) => each.samplerMicros);
  const samples = sum((each) => each.samples);
  const micros = starts.map(startMicros);
  return {
    way,
    micros,
    ratios: micros.map((each, start) => {
      const others = base.map((of) => startMicros(of[start]!));
      return (each * others.length) / others.reduce((a, b) => a + b);
    }),
    samplerShare: samplerMicros / (sum((each) => each.cpuMicros) - samplerMicros),
    samplesPerS: samples / (all.length * sliceS),
    samplerMicrosPerSample: samples === 0 ? NaN : samplerMicros / samples,
  };
}

function startMicros(slices: readonly CostSlice[]): number {
  return lowerQuartile(slices.map(({ cpuMicros, requests }) => cpuMicros / requests));
}

/** What each profiler costs a server, by the operating system's accounting of its whole process. */
async function benchCost(name: CostServerName): Promise<Section[]> {
  const words = serverText[name];
  if (process.platform !== 'linux') {
    const why = 'only Linux tells the CPU time of a process finely enough';
    return [{ title: `cost, ${words}`, figures: [['not measured', why]] }];
  }
  const ours = hotframe({ intervalMicros: usualIntervalMicros(runS) });
  const ways = [alone, aloneAgain, signals, ours, ...peerWays];
  const { starts, slices } = usualRounds;
  const sections: Section[] = [];
  for (const major of majors) {
    const node = await nodeBinary(major);
    const able = ways.filter((way) => (way.cannot?.(major) ?? null) === null);
    const rows = await measureCost(able, name, [major, node]);
    sections.push({
      title: `cost, ${words}, Node ${major}, ${connections} connections: CPU time a request (median of ${starts} starts, range; of each the lower quartile of ${slices} slices)`,
      figures: [
        ...rows.map((row): [string, string] => [row.way.name, rowText(row, row.way === ours)]),
        ...ways.flatMap((way): [string, string][] => {
          const why = way.cannot?.(major) ?? null;
          return why === null ? [] : [[way.name, why]];
        }),
        ['Hotframe', verdict(rows, ours)],
        ['the signals', signalsVerdict(rows)],
      ],
      headlines: [headline(`CPU time a request, ${words}, Node ${major}`, rows, ours)],
    });
  }
  return sections;
}

/** One part for each server. */
export const costBenches = {
  'cost-hello': () => benchCost('hello'),
  'cost-json': () => benchCost('json'),
  'cost-cpu': () => benchCost('cpu'),
};

export function rowText(row: CostRow, isOurs: boolean): string {
  const { micros, ratios, samplesPerS, samplerShare } = row;
  const threads =
    samplerShare === 0 ? '' : `, × ${(1 + samplerShare).toFixed(3)} as a report says it`;
  const samples = isOurs ? `, ${samplesPerS.toFixed(0)} samples a second` : '';
  return `${median(micros).toFixed(1)} µs, × ${spread(ratios, 3)}${threads}${samples}`;
}

function headline(what: string, rows: readonly CostRow[], ours: CostWay): Headline {
  const own = rows.find(({ way }) => way === ours)!;
  const peers = rows.filter(({ way }) => peerWays.includes(way));
  return {
    what,
    own: `× ${spread(own.ratios, 3)}, ${own.samplesPerS.toFixed(0)} samples a second`,
    others: peers.map(({ way, ratios }) => `${way.name} × ${median(ratios).toFixed(3)}`).join('; '),
    wanted: `× ${limit.toFixed(2)} of no profiler, the lowest`,
  };
}

function signalsVerdict(rows: readonly CostRow[]): string {
  const ratio = median(rows.find(({ way }) => way === signals)!.ratios);
  return `× ${ratio.toFixed(3)}; limit × ${limit.toFixed(2)}${ratio <= limit ? '' : ': MISSED'}`;
}

function verdict(rows: readonly CostRow[], ours: CostWay): string {
  const own = median(rows.find(({ way }) => way === ours)!.ratios);
  const peers = rows.filter(({ way }) => peerWays.includes(way));
  const lowest = Math.min(...peers.map(({ ratios }) => median(ratios)));
  const words = [
    `limit × ${limit.toFixed(2)}${own <= limit ? '' : ': MISSED'}`,
    `the lowest of the others × ${lowest.toFixed(3)}${own <= lowest ? '' : ': MISSED'}`,
  ];
  return `× ${own.toFixed(3)}; ${words.join('; ')}`;
}
