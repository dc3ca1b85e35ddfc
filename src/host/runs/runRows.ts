import { basename } from 'node:path';
import {
  formatAgo,
  formatBytes,
  formatLatency,
  formatMicros,
  formatNumberOf,
  formatRate,
  formatShare,
  formatWindow,
} from '../../shared/format.ts';
import { commitText, machineText, shortCommit } from '../../shared/runFacts.ts';
import { idleThreadText } from '../../shared/processText.ts';
import { idleText } from '../../shared/samplerText.ts';
import { isSameSeries, type ListedRun, type RunSeries } from '../../shared/savedRuns.ts';

export type RunRow = SavedRunRow | SeriesRow;

export interface SavedRunRow {
  kind: 'run';
  run: ListedRun;
  label: string;
  /** Dimmed text after the label. */
  description: string;
  tooltip: string;
  /** For screen readers, including what the icon says. */
  spoken: string;
  icon: 'run' | 'baseline' | 'shown' | 'failed';
}

/** Runs that repeat each other. */
export interface SeriesRow {
  kind: 'series';
  id: string;
  label: string;
  description: string;
  children: SavedRunRow[];
}

/**
 * Rows for `runs`, which come newest first; `now` in milliseconds since 1970. A single series has
 * no row of its own.
 */
export function runRows(runs: readonly ListedRun[], now: number): RunRow[] {
  const groups: ListedRun[][] = [];
  for (const run of runs) {
    const group = groups.find(([first]) => isSameSeries(first!.series, run.series));
    if (group) group.push(run);
    else groups.push([run]);
  }
  if (groups.length < 2) return runs.map((run) => runRow(run, now));
  const folders = new Set(runs.map(({ series }) => series.folder));
  return groups.map((group) => {
    const { series } = group[0]!;
    return {
      kind: 'series',
      id: JSON.stringify(series),
      label: seriesText(series),
      description: folders.size > 1 ? basename(series.folder) : '',
      children: group.map((run) => runRow(run, now)),
    };
  });
}

/** For example `npm run start · GET /orders`. */
export function seriesText({ launch, request }: RunSeries): string {
  // A scenario's command and request have the same name.
  return launch === request ? launch : `${launch} · ${request}`;
}

/** The name of a run in a sentence, else what tells it from others. */
export function runText(run: ListedRun, now: number): string {
  return run.name === '' ? figuresAndTime(run, now) : run.name;
}

function runRow(run: ListedRun, now: number): SavedRunRow {
  const isNamed = run.name !== '';
  const description = joined(
    // The icon can show only one of both.
    run.isBaseline && run.isShown ? 'baseline' : '',
    isNamed ? figuresAndTime(run, now) : '',
    run.sampling?.deep ? 'deep' : '',
    codeText(run),
  );
  const label = runText(run, now);
  return {
    kind: 'run',
    run,
    label,
    description,
    tooltip: tooltipOf(run, now),
    spoken: [
      label,
      description,
      run.isBaseline && !run.isShown ? 'baseline' : '',
      run.isShown ? 'shown in the editor' : '',
    ]
      .filter((words) => words !== '')
      .join(', '),
    icon: run.isShown
      ? 'shown'
      : run.isBaseline
        ? 'baseline'
        : run.failure === null
          ? 'run'
          : 'failed',
  };
}

/** For example `4 232 req/s · 3 min ago`. */
function figuresAndTime({ load, failure, takenAt }: ListedRun, now: number): string {
  const figures = load ? `${formatRate(load.reqPerS.mean)} req/s` : 'no load';
  return joined(failure === null ? figures : 'failed', formatAgo(now - takenAt));
}

/** For example `1a2b3c4 modified`; empty without git. */
function codeText({ target }: ListedRun): string {
  if (target?.commit === undefined) return '';
  const commit = shortCommit(target.commit);
  return target.modified === 'source-files' ? `${commit} modified` : commit;
}

/** Paragraphs on the run, its results, and its code and machine. */
function tooltipOf(run: ListedRun, now: number): string {
  const { name, series, takenAt, target, machine, bytes, isBaseline, isShown } = run;
  const when = `${new Date(takenAt).toLocaleString()} (${formatAgo(now - takenAt)})`;
  const paragraphs = [
    [name, seriesText(series), when, run.failure ?? ''],
    [...loadLines(run), ...samplingLines(run)],
    [
      target ? commitText(target) : '',
      target ? `Node.js ${target.node}, V8 ${target.v8}` : '',
      machine ? machineText(machine) : '',
    ],
    [
      isShown ? 'It is shown in the editor.' : '',
      run.sampling?.deep ? 'A deep run, whose figures are for no comparison.' : '',
      isBaseline ? 'It is the baseline, which stays until it is unpinned.' : '',
      `${formatBytes(bytes)} on disk`,
    ],
  ];
  return paragraphs
    .map((lines) => lines.filter((line) => line !== '').join('\n'))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function loadLines({ load, sampling }: ListedRun): string[] {
  if (!load) return [];
  const { mean, p50, p90, p97_5, p99, max } = load.latencyMs;
  const cpu = sampling?.cpuMicrosPerRequest ?? null;
  return [
    `${formatRate(load.reqPerS.mean)} req/s over ${formatWindow(load.durationS)} with ${formatNumberOf(load.connections, 'connection')}`,
    cpu === null ? '' : `${formatMicros(cpu)} of CPU time per request`,
    `${formatLatency(mean)} latency on average`,
    `50 % within ${formatLatency(p50)}, 90 % within ${formatLatency(p90)}`,
    `97.5 % within ${formatLatency(p97_5)}, 99 % within ${formatLatency(p99)}, slowest ${formatLatency(max)}`,
    [
      formatNumberOf(load.requests, 'request'),
      formatNumberOf(load.errors, 'error'),
      load.timeouts > 0 ? formatNumberOf(load.timeouts, 'timeout') : '',
      load.non2xx > 0 ? `${formatNumberOf(load.non2xx, 'answer')} other than 2xx` : '',
    ]
      .filter((words) => words !== '')
      .join(', '),
  ];
}

function samplingLines({ sampling }: ListedRun): string[] {
  if (!sampling) return [];
  return [
    `${formatNumberOf(sampling.onCpu, 'sample')} on CPU, ${idleThreadText(sampling, [])} ${idleText(sampling)} ${formatShare(sampling.idleShare)}, garbage collection ${formatShare(sampling.gcShare)}`,
  ];
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}
