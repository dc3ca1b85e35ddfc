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
import { commitWords, machineWords, shortCommit } from '../../shared/runFacts.ts';
import { idleThreadWords } from '../../shared/processWords.ts';
import { idleWords } from '../../shared/samplerWords.ts';
import { isSameSeries, type ListedRun, type RunSeries } from '../../shared/savedRuns.ts';

/** A row of the view Runs, ready to be shown. */
export type RunRow = SavedRunRow | SeriesRow;

export interface SavedRunRow {
  kind: 'run';
  run: ListedRun;
  label: string;
  /** Dimmed, after the label. */
  description: string;
  tooltip: string;
  /** For people who hear it: what the icon says too. */
  spoken: string;
  icon: 'run' | 'baseline' | 'shown' | 'failed';
}

/** Runs that are repeats of each other. */
export interface SeriesRow {
  kind: 'series';
  id: string;
  label: string;
  description: string;
  children: SavedRunRow[];
}

/** The rows for runs that come newest first; `now` in milliseconds since 1970. A single series needs no row. */
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
      label: seriesWords(series),
      description: folders.size > 1 ? basename(series.folder) : '',
      children: group.map((run) => runRow(run, now)),
    };
  });
}

/** `npm run start · GET /orders`. */
export function seriesWords({ launch, request }: RunSeries): string {
  // The command of a scenario is called as the scenario is.
  return launch === request ? launch : `${launch} · ${request}`;
}

/** What the run is called in a sentence: its name, or what tells it from others. */
export function runWords(run: ListedRun, now: number): string {
  return run.name === '' ? figuresAndTime(run, now) : run.name;
}

function runRow(run: ListedRun, now: number): SavedRunRow {
  const isNamed = run.name !== '';
  const description = joined(
    // Its icon says only one of the two.
    run.isBaseline && run.isShown ? 'baseline' : '',
    isNamed ? figuresAndTime(run, now) : '',
    run.sampling?.deep ? 'deep' : '',
    codeWords(run),
  );
  const label = runWords(run, now);
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

/** `4 232 req/s · 3 min ago`. */
function figuresAndTime({ load, failure, takenAt }: ListedRun, now: number): string {
  const figures = load ? `${formatRate(load.reqPerS.mean)} req/s` : 'no load';
  return joined(failure === null ? figures : 'failed', formatAgo(now - takenAt));
}

/** `1a2b3c4 modified`; empty without git. */
function codeWords({ target }: ListedRun): string {
  if (target?.commit === undefined) return '';
  const commit = shortCommit(target.commit);
  return target.modified === 'source-files' ? `${commit} modified` : commit;
}

/** Paragraphs: what was run, what came out, of which code and where. */
function tooltipOf(run: ListedRun, now: number): string {
  const { name, series, takenAt, target, machine, bytes, isBaseline, isShown } = run;
  const when = `${new Date(takenAt).toLocaleString()} (${formatAgo(now - takenAt)})`;
  const paragraphs = [
    [name, seriesWords(series), when, run.failure ?? ''],
    [...loadLines(run), ...samplingLines(run)],
    [
      target ? commitWords(target) : '',
      target ? `Node.js ${target.node}, V8 ${target.v8}` : '',
      machine ? machineWords(machine) : '',
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
    `${formatNumberOf(sampling.onCpu, 'sample')} on CPU, ${idleThreadWords(sampling, [])} ${idleWords(sampling)} ${formatShare(sampling.idleShare)}, garbage collection ${formatShare(sampling.gcShare)}`,
  ];
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}
