import {
  formatBytes,
  formatCount,
  formatLatency,
  formatMicros,
  formatRate,
  formatRoughMs,
  formatShare,
} from '../../src/shared/format.ts';
import { bytesTitle, gcTitle } from '../../src/shared/memoryText.ts';
import { highCostShare, idleText, samplerText } from '../../src/shared/samplerText.ts';
import { idleThreadText, processIdle, processName } from '../../src/shared/processText.ts';
import { processesOf } from '../../src/shared/reportSubject.ts';
import type { LoadReport } from '../../src/shared/loadReport.ts';
import type { RunPart } from '../../src/shared/report.ts';
import { element } from '../elements/element.ts';

export interface Figure {
  name: string;
  value: string;
  title: string;
  detail?: string;
  isBad?: boolean;
}

/** The most important figures, and those that are bad. */
export function keyFigures(report: RunPart): Figure[] {
  const wanted = ['req/s', 'p50', 'p99', 'CPU/request', 'heap/request', 'samples'];
  const all = [...loadFigures(report.load), ...samplingFigures(report), ...memoryFigures(report)];
  return [
    ...wanted.flatMap((name) => all.filter((figure) => figure.name === name)),
    ...all.filter(({ isBad }) => isBad),
  ];
}

export function loadFigures(load: LoadReport | null): Figure[] {
  if (!load) return [];
  const { latencyMs } = load;
  const latency = (name: string, percent: number, value: number): Figure => ({
    name,
    value: formatLatency(value),
    title: `${percent} % of the answers came within ${formatLatency(value)}`,
  });
  return [
    {
      name: 'req/s',
      value: formatRate(load.reqPerS.mean),
      detail: `± ${formatRate(load.reqPerS.stdev)}`,
      title:
        'Answers over the whole measured time, and the standard deviation of its whole seconds',
    },
    {
      name: 'mean latency',
      value: formatLatency(latencyMs.mean),
      title: 'From the writing of a request to the end of its answer, the mean of all answers',
    },
    latency('p50', 50, latencyMs.p50),
    latency('p90', 90, latencyMs.p90),
    latency('p97.5', 97.5, latencyMs.p97_5),
    latency('p99', 99, latencyMs.p99),
    { name: 'slowest', value: formatLatency(latencyMs.max), title: 'The slowest answer' },
    {
      name: 'requests',
      value: formatCount(load.requests),
      title: 'Answers within the measured time',
    },
    { name: 'received', value: `${formatBytes(load.bytesPerS)}/s`, title: 'Bytes of all answers' },
    {
      name: 'errors',
      value: formatCount(load.errors),
      title: `Failed requests, ${formatCount(load.timeouts)} of them timed out`,
      isBad: load.errors > 0,
    },
    {
      name: 'non-2xx',
      value: formatCount(load.non2xx),
      title: 'Answers with another status than 2xx',
      isBad: load.non2xx > 0,
    },
  ];
}

export function samplingFigures(report: RunPart): Figure[] {
  const { sampling } = report;
  if (!sampling) return [];
  const figures: Figure[] = [
    {
      name: 'samples',
      value: formatCount(sampling.samples),
      title: `${formatCount(sampling.onCpu)} of them on CPU; one each ${formatCount(sampling.intervalMicros)} µs, from ${samplerText(sampling)}`,
    },
    {
      name: 'on CPU',
      value: formatCount(sampling.onCpu),
      title: 'Samples in which code ran: the whole of all shares',
    },
    {
      name: `${idleThreadText(sampling, processesOf(report)).replace(/^the /, '')} ${idleText(sampling)}`,
      value: formatShare(sampling.idleShare),
      title: ['Share of the measured time in which no code ran', ...idleOfOthers(report)].join(
        '\n',
      ),
    },
    {
      name: 'GC',
      value: formatShare(sampling.gcShare),
      title: 'Garbage collection, share of on-CPU samples',
    },
  ];
  if (sampling.misplacedShare !== undefined) {
    figures.push({
      name: 'lines not known',
      value: formatShare(sampling.misplacedShare),
      title: 'Share of on-CPU samples whose line V8 has from code inlined from elsewhere',
    });
  }
  if (sampling.cpuMicrosPerRequest !== null) {
    figures.push({
      name: 'CPU/request',
      value: formatMicros(sampling.cpuMicrosPerRequest),
      title: 'CPU time of all target processes for each answer',
    });
  }
  const { costShare = null } = sampling;
  if (costShare !== null) {
    figures.push({
      name: 'sampling',
      value: formatShare(costShare),
      title:
        'Share of the CPU time that sampling took: its threads by the accounting of the system, with what the interruptions of the server take beside',
      isBad: costShare > highCostShare,
    });
  }
  return figures;
}

/** The cost of requests in memory. */
export function memoryFigures({ memory }: RunPart): Figure[] {
  if (!memory || memory.bytesPerRequest === null || memory.gcMsPerRequest === null) return [];
  const { bytesPerRequest, gcMsPerRequest, externalBytes, problem } = memory;
  const missing = problem === null ? '' : `\n${problem}`;
  return [
    {
      name: 'heap/request',
      value: formatBytes(bytesPerRequest),
      title: `${bytesTitle}${missing}`,
    },
    { name: 'GC/request', value: formatRoughMs(gcMsPerRequest), title: `${gcTitle}${missing}` },
    ...(externalBytes === null
      ? []
      : [
          {
            name: 'outside of the heap',
            value: formatBytes(externalBytes),
            title:
              'The most memory of Buffers and the like that was in use at a collection of the measured time',
          },
        ]),
  ];
}

/** The idle time of each thread, if there are several. */
function idleOfOthers(report: RunPart): string[] {
  const processes = processesOf(report);
  if (processes.length < 2) return [];
  return processes.map((process) => `${processName(process)}: ${processIdle(process)}`);
}

/** Null without figures. */
export function figureList(figures: readonly Figure[], kind: 'key' | 'all'): HTMLElement | null {
  if (figures.length === 0) return null;
  const list = element('dl', { class: `figures ${kind}-figures` });
  for (const { name, value, detail, title, isBad } of figures) {
    const small = detail && kind === 'all' ? element('small', { text: detail }) : null;
    list.append(
      element(
        'div',
        { class: isBad ? 'figure bad' : 'figure', title },
        element('dt', { text: name }),
        element('dd', { text: value }, small),
      ),
    );
  }
  return list;
}
