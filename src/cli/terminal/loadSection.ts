import {
  formatBytes,
  formatCount,
  formatLatency,
  formatNumberOf,
  formatRate,
  formatWindow,
} from '../../shared/format.ts';
import type { LoadReport } from '../../shared/loadReport.ts';
import { plainLine } from '../../shared/plainText.ts';
import { heading, type Style } from './style.ts';
import { textTable } from './textTable.ts';
import { warningLines } from './warningLines.ts';

/** The load in a table like autocannon's, with its warnings. */
export function loadSection(load: LoadReport, style: Style): string[] {
  const { latencyMs, reqPerS } = load;
  const perS = reqPerS.samples.length > 0 ? formatRate(Math.min(...reqPerS.samples)) : '–';
  const latencies = [
    latencyMs.p50,
    latencyMs.p90,
    latencyMs.p97_5,
    latencyMs.p99,
    latencyMs.mean,
    latencyMs.max,
  ];
  const connections = formatNumberOf(load.connections, 'connection');
  const asked = load.scenario === undefined ? '' : `scenario ${plainLine(load.scenario)}, `;
  const what = `${asked}${connections}, ${formatWindow(load.durationS)}, ${plainLine(load.url)}`;
  return [
    heading('Load', what, style),
    ...textTable([
      ['', '50 %', '90 %', '97.5 %', '99 %', 'mean', 'max'],
      ['  Latency', ...latencies.map(formatLatency)],
    ]).map((line, index) => (index === 0 ? style.colours.dim(line) : line)),
    ...textTable([
      ['', 'mean', 'stdev', 'min'],
      ['  Req/s  ', formatRate(reqPerS.mean), formatRate(reqPerS.stdev), perS],
    ]).map((line, index) => (index === 0 ? style.colours.dim(line) : line)),
    `  ${answersLine(load)}`,
    ...load.warnings.flatMap((warning) => warningLines(warning, 2, style)),
  ];
}

function answersLine(load: LoadReport): string {
  const problems = [
    load.errors > 0 ? formatNumberOf(load.errors, 'error') : '',
    load.timeouts > 0 ? formatNumberOf(load.timeouts, 'timeout') : '',
    load.non2xx > 0 ? `${formatCount(load.non2xx)} not 2xx` : '',
  ].filter((text) => text !== '');
  const trouble = problems.length > 0 ? problems.join(', ') : 'no errors';
  return `${formatNumberOf(load.requests, 'answer')}, ${formatBytes(load.bytesPerS)}/s, ${trouble}`;
}
