import { usualIntervalMicros } from '../../src/shared/samplingInterval.ts';
import { nodeBinary } from '../support/nodeVersions.ts';
import { measureCost, rowText, type CostRow } from './cost.ts';
import {
  alone,
  aloneAgain,
  clinicBubbleprof,
  hotframe,
  hotframeHooks,
  type CostWay,
} from './costWays.ts';
import { below, median, spread } from './figures.ts';
import type { Section } from './section.ts';

/** By Node.js line: what a request may cost, as a multiple of what it costs without a profiler. */
const limits: ReadonlyMap<number, number> = new Map([
  [20, 1.3],
  [24, 1.15],
]);
/**
 * Slices are long enough for a busy machine, and all together about as long as the stretch is. To wait for its turn
 * looks to a server as a loop without work, and below half of the time with work all requests are followed.
 */
const rounds = { starts: 5, slices: 7, warmS: 1, sliceS: 0.4, settleS: 0.2 };

const sampled = hotframe({ intervalMicros: usualIntervalMicros(10) });
const causes = hotframeHooks('learns causes', sampled);
const paths = hotframeHooks('follows requests', sampled);

/** What a request costs in the stretch of load with hooks, which comes after the measured window. */
export async function benchHooks(): Promise<Section[]> {
  if (process.platform !== 'linux') {
    const why = 'only Linux tells the CPU time of a process finely enough';
    return [{ title: 'hooks', figures: [['not measured', why]] }];
  }
  const sections: Section[] = [];
  for (const [major, limit] of limits) {
    const node = await nodeBinary(major);
    const ways = [alone, aloneAgain, sampled, causes, paths, clinicBubbleprof];
    const rows = await measureCost(ways, 'json', [major, node], rounds);
    const of = (way: CostWay): CostRow => rows.find((row) => row.way === way)!;
    const ours = [causes, paths].map((way) => median(of(way).ratios));
    sections.push({
      title: `hooks, JSON API, Node ${major}: CPU time a request in the stretch of load with hooks (median of ${rounds.starts} starts, range)`,
      figures: [
        ...rows.map((row): [string, string] => [row.way.name, rowText(row, false)]),
        ['Hotframe', ours.map((ratio) => `× ${below(ratio, limit)}`).join(' and ')],
      ],
      headlines: [
        {
          what: `CPU time a request while hooks are on, JSON API, Node ${major}`,
          own: [causes, paths].map((way) => `× ${spread(of(way).ratios, 2)}`).join(' and '),
          others: `${clinicBubbleprof.name} × ${median(of(clinicBubbleprof).ratios).toFixed(2)}`,
          wanted: `× ${limit} of no profiler`,
        },
      ],
    });
  }
  return sections;
}
