import { formatBytes, formatLatency, formatMicros, formatRate } from './format.ts';
import type { FunctionChange } from './codeChange.ts';
import type { StateReport } from './compareReport.ts';
import {
  sizeOfChange,
  type CannotTell,
  type ChangeInterval,
  type Comparison,
  type MeasuredUnit,
  type MemoryVerdict,
  type Metric,
  type MetricEstimate,
  type Verdict,
} from './verdict.ts';

/** Sentences on comparisons, for the terminal and the editor. */

export const metricText: Record<Metric, string> = {
  cpuMicrosPerRequest: 'CPU per request',
  reqPerS: 'Requests per second',
  p50Ms: 'Latency, half below',
  p90Ms: 'Latency, 90 % below',
  p99Ms: 'Latency, 99 % below',
  waitMs: 'Waits of a request',
  bytesPerRequest: 'Bytes allocated per request',
};

/** The level of a comparison's intervals: all of them hold at the same time (verdict.ts). */
export const intervalLevel = '95 % over all looks';
export const intervalHeading = `interval (${intervalLevel})`;

/** `Faster: 8–12 % less CPU time per request.` */
export function verdictSentence(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'faster':
    case 'slower': {
      const range = formatPercentRange(verdict.lowPercent, verdict.highPercent);
      const more = (verdict.kind === 'slower') === (verdict.metric !== 'reqPerS');
      const word = verdict.kind === 'faster' ? 'Faster' : 'Slower';
      const fewer = verdict.metric === 'reqPerS' ? 'fewer' : 'less';
      return `${word}: ${range} ${more ? 'more' : fewer} ${thing(verdict.metric)}.`;
    }
    case 'no-difference':
      return `No difference larger than ${formatPercent(verdict.largerThanPercent)} in ${thing(verdict.metric)}.`;
    case 'cannot-tell':
      return `Cannot tell: ${verdict.help}`;
  }
}

/** `Requests wait 40–50 % less.`; empty if the waits changed by no more than the noise. */
export function waitsSentence(metrics: readonly MetricEstimate[]): string {
  const change = metrics.find(({ metric }) => metric === 'waitMs')?.change;
  const size = change && sizeOfChange(change);
  if (!change || !size) return '';
  const range = formatPercentRange(size.lowPercent, size.highPercent);
  return `Requests wait ${range} ${change.percent < 0 ? 'less' : 'longer'}.`;
}

/** `Memory: 10–14 % fewer bytes allocated per request.` */
export function memorySentence(verdict: MemoryVerdict): string {
  switch (verdict.kind) {
    case 'less':
    case 'more': {
      const range = formatPercentRange(verdict.lowPercent, verdict.highPercent);
      return `Memory: ${range} ${verdict.kind === 'less' ? 'fewer' : 'more'} bytes allocated per request.`;
    }
    case 'no-difference':
      return `Memory: no difference larger than ${formatPercent(verdict.largerThanPercent)} in bytes allocated per request.`;
    case 'cannot-tell':
      return `Memory: the difference in bytes allocated per request is anywhere between ${formatSigned(verdict.lowPercent)} and ${formatSigned(verdict.highPercent)}.`;
  }
}

function thing(metric: Metric): string {
  switch (metric) {
    case 'cpuMicrosPerRequest':
      return 'CPU time per request';
    case 'reqPerS':
      return 'requests per second';
    case 'p50Ms':
    case 'p90Ms':
    case 'p99Ms':
      return 'latency';
    case 'waitMs':
      return 'waits of a request';
    case 'bytesPerRequest':
      return 'bytes allocated per request';
  }
}

/** Names what the comparison lacks, and a remedy. */
export function helpFor(why: {
  reason: CannotTell;
  unit: MeasuredUnit;
  pairs: number;
  change: ChangeInterval | null;
  narrowPercent: number;
  minPairs: number;
  maxPairs: number;
}): string {
  switch (why.reason) {
    case 'no-figures':
      return 'the runs of one side have no figures, so nothing was answered. Look at its report first.';
    case 'one-run':
      return `one run does not show how far two runs of the same code are apart here. Measure both again in turn, at least ${why.minPairs} times each.`;
    case 'few-pairs':
      return `${why.pairs === 1 ? `one pair of ${why.unit} says` : `${why.pairs} pairs of ${why.unit} say`} too little. Measure at least ${why.minPairs} of each, in turn.`;
    case 'not-interleaved':
      return 'too few runs have one of the other code right before or after them, so whatever the machine did meanwhile looks like a change. Measure them in turn: one, the other, the other, the one.';
    case 'too-noisy':
      return `${noisyText(why.change)}. ${noisyHelp(why)}`;
  }
}

function noisyText(change: ChangeInterval | null): string {
  if (!change) return 'the difference is within what this machine does by itself';
  return `the difference is anywhere between ${formatSigned(change.lowPercent)} and ${formatSigned(change.highPercent)}, so there may be none`;
}

function noisyHelp({
  unit,
  pairs,
  change,
  narrowPercent,
  maxPairs,
}: Parameters<typeof helpFor>[0]): string {
  if (!change) return 'Measure both in turn, several times each.';
  // The interval narrows with the square root of the number of pairs.
  const half = (change.highPercent - change.lowPercent) / 2;
  const needed = Math.ceil(pairs * (half / narrowPercent) ** 2);
  if (needed <= maxPairs) return `About ${needed} pairs of ${unit} would do, or a quieter machine.`;
  return unit === 'runs'
    ? 'A quieter machine would help, then longer runs and more connections.'
    : 'A quieter machine would help, or calls that have more to do.';
}

/** `8–12 %`, with a decimal if whole numbers would say less: `0.4–12 %`. */
export function formatPercentRange(low: number, high: number): string {
  const digitsOf = (percent: number) => (percent < (high < 9.95 ? 9.95 : 0.95) ? 1 : 0);
  const from = low < 0.05 ? '<0.1' : low.toFixed(digitsOf(low));
  const to = high.toFixed(digitsOf(high));
  return from === to ? `${to} %` : `${from}–${to} %`;
}

export function formatPercent(percent: number): string {
  return `${percent.toFixed(Math.abs(percent) < 9.95 ? 1 : 0)} %`;
}

/** `−9.8 %`, `+3.1 %`, `0.0 %`. */
export function formatSigned(percent: number): string {
  const text = formatPercent(Math.abs(percent));
  if (Number.parseFloat(text) === 0) return text;
  return `${percent < 0 ? '−' : '+'}${text}`;
}

export function formatMetric(metric: Metric, value: number | null): string {
  if (value === null) return '–';
  switch (metric) {
    case 'cpuMicrosPerRequest':
      return formatMicros(value);
    case 'reqPerS':
      return formatRate(value);
    case 'p50Ms':
    case 'p90Ms':
    case 'p99Ms':
    case 'waitMs':
      return formatLatency(value);
    case 'bytesPerRequest':
      return formatBytes(value);
  }
}

/** Whether a change of the metric to this side is a good one. */
export function isBetter({ metric, change }: MetricEstimate): boolean | null {
  if (!change || !sizeOfChange(change)) return null;
  return change.percent > 0 === (metric === 'reqPerS');
}

/** The head's slowdown in percent by the estimate; null for another verdict. */
export function regressionPercent({
  verdict,
  metrics,
}: Pick<Comparison, 'verdict' | 'metrics'>): number | null {
  if (verdict.kind !== 'slower') return null;
  const estimate = metrics.find(({ metric }) => metric === verdict.metric);
  return Math.abs(estimate?.change?.percent ?? (verdict.lowPercent + verdict.highPercent) / 2);
}

/** `−12 to −8 %`. */
export function formatInterval({ lowPercent, highPercent }: ChangeInterval): string {
  return `${formatSigned(lowPercent).replace(' %', '')} to ${formatSigned(highPercent)}`;
}

/** `−23.1 µs`. */
export function formatSignedMicros(micros: number): string {
  return `${micros < 0 ? '−' : '+'}${formatMicros(Math.abs(micros))}`;
}

/** `new`, `gone`, `renamed from total`, `moved from lib/a.ts`; empty if it stayed in its place. */
export function fateText(
  { fate, base }: Pick<FunctionChange, 'fate' | 'base'>,
  placeOf: (file: string) => string,
): string {
  switch (fate) {
    case 'same':
      return '';
    case 'new':
      return 'new';
    case 'gone':
      return 'gone';
    case 'renamed':
      return `renamed from ${base?.name}`;
    case 'moved':
      return `moved from ${placeOf(base?.file ?? '')}`;
    case 'moved-and-renamed':
      return `was ${base?.name} in ${placeOf(base?.file ?? '')}`;
  }
}

/** `6 runs, commit 1a2b3c4 with changes, Node.js 22.11.0`. */
export function stateText({ runs, commit, branch, modified, node }: StateReport): string {
  const of = commit === undefined ? '' : `commit ${commit.slice(0, 7)}`;
  const on = branch === undefined || of === '' ? '' : ` of ${branch}`;
  const changed = modified === 'source-files' ? ' with changes' : '';
  return [
    runs === 1 ? '1 run' : `${runs} runs`,
    `${of}${on}${changed}`,
    node === undefined ? '' : `Node.js ${node}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}
