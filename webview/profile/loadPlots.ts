import { formatCount, formatLatency, formatNumberOf, formatRate } from '../../src/shared/format.ts';
import type { LoadReport } from '../../src/shared/loadReport.ts';
import { rangeText, TimePlot, type PlotLine } from '../elements/timePlot.ts';

/** Plots of the load second by second, if there are at least two. Old saved runs have no latencies. */
export function loadPlots(load: LoadReport | null): TimePlot[] {
  if (!load || load.reqPerS.samples.length < 2) return [];
  const { samples } = load.latencyMs;
  return [ratePlot(load), ...(samples && samples.length > 1 ? [latencyPlot(samples)] : [])];
}

function ratePlot({ reqPerS }: LoadReport): TimePlot {
  const { samples, mean } = reqPerS;
  return new TimePlot({
    title: 'Requests per second',
    speech:
      `Requests per second over ${formatNumberOf(samples.length, 'second')}: ` +
      `${rangeText(samples, formatRate)}, mean ${formatRate(mean)}`,
    lines: [{ name: '', values: samples, colour: '--plot', stroke: 'plain' }],
    format: formatRate,
    formatAxis: formatCount,
  });
}

function latencyPlot(seconds: NonNullable<LoadReport['latencyMs']['samples']>): TimePlot {
  const line = (name: string, of: 'p50' | 'p99', colour: string): PlotLine => ({
    name,
    values: seconds.map((second) => second[of]),
    colour,
    stroke: of === 'p99' ? 'dashed' : 'plain',
  });
  const lines = [line('median', 'p50', '--plot'), line('p99', 'p99', '--plot-slow')];
  const ranges = lines.map(({ name, values }) => `${name} ${rangeText(values, formatLatency)}`);
  return new TimePlot({
    title: 'Latency',
    speech: `Latency over ${formatNumberOf(seconds.length, 'second')}: ${ranges.join(', ')}`,
    lines,
    format: formatLatency,
    formatAxis: (ms) => (ms >= 1000 ? `${rounded(ms / 1000)} s` : `${rounded(ms)} ms`),
  });
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
