import {
  formatCount,
  formatDuration,
  formatLatency,
  formatRate,
  formatShare,
} from '../src/shared/format.ts';
import type { LoadReport, Report, SamplingReport } from '../src/shared/report.ts';
import { element } from './element.ts';
import { warningSign } from './frameWords.ts';

/** What ran, how it did under load, and what one should know before trusting the figures. */
export function runHeader(report: Report, plot: HTMLElement | null): HTMLElement {
  const { target, load, sampling } = report;
  const figures = element('dl', { class: 'figures' });
  for (const figure of [...loadFigures(load), ...samplingFigures(sampling)]) {
    figures.append(
      element(
        'div',
        { class: figure.isBad ? 'figure bad' : 'figure', title: figure.title },
        element('dt', { text: figure.name }),
        element(
          'dd',
          { text: figure.value },
          figure.detail ? element('small', { text: figure.detail }) : null,
        ),
      ),
    );
  }
  const title = target ? target.command.join(' ') : 'Hotframe';
  const facts = target
    ? [load?.url ?? target.url, `Node.js ${target.node}`, `V8 ${target.v8}`]
    : [];
  if (load)
    facts.push(`${load.connections} connections for ${formatDuration(load.durationS * 1000)}`);
  return element(
    'header',
    { class: 'run' },
    element(
      'div',
      { class: 'run-title' },
      element('h1', { text: title, title: target ? `in ${target.cwd}` : '' }),
      element('p', { text: facts.join(' · ') }),
    ),
    element('div', { class: 'run-figures' }, figures.childElementCount > 0 ? figures : null, plot),
    messages(report),
  );
}

interface Figure {
  name: string;
  value: string;
  title: string;
  detail?: string;
  isBad?: boolean;
}

function loadFigures(load: LoadReport | null): Figure[] {
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
      title: 'Mean of the whole seconds of the window, and their standard deviation',
    },
    latency('latency p50', 50, latencyMs.p50),
    latency('p97.5', 97.5, latencyMs.p97_5),
    latency('p99', 99, latencyMs.p99),
    { name: 'requests', value: formatCount(load.requests), title: 'Answers within the window' },
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

function samplingFigures(sampling: SamplingReport | null): Figure[] {
  if (!sampling) return [];
  const figures: Figure[] = [
    {
      name: 'samples',
      value: formatCount(sampling.samples),
      title: `${formatCount(sampling.onCpu)} of them on CPU; one each ${formatCount(sampling.intervalMicros)} µs`,
    },
    {
      name: 'idle',
      value: formatShare(sampling.idleShare),
      title: 'Share of the window in which no code ran',
    },
    {
      name: 'GC',
      value: formatShare(sampling.gcShare),
      title: 'Garbage collection, share of on-CPU samples',
    },
  ];
  if (sampling.cpuMicrosPerRequest !== null) {
    figures.push({
      name: 'CPU/request',
      value: `${formatRate(sampling.cpuMicrosPerRequest)} µs`,
      title: 'CPU time of all target processes for each answer',
    });
  }
  return figures;
}

function messages({ failure, load, notes }: Report): HTMLElement | null {
  const list = element('ul', { class: 'messages' });
  if (failure) {
    list.append(
      element('li', { class: 'failure', text: failure.message, attributes: { role: 'alert' } }),
    );
  }
  for (const warning of load?.warnings ?? []) {
    list.append(element('li', { class: 'warning', text: `${warningSign} ${warning}` }));
  }
  for (const note of notes) list.append(element('li', { class: 'note', text: note }));
  return list.childElementCount > 0 ? list : null;
}
