import {
  conforms,
  flag,
  moment,
  orAbsent,
  orNull,
  text,
  type Shape,
} from '../../analysis/profile/jsonShape.ts';
import {
  loadShape,
  machineShape,
  samplingShape,
  targetShape,
} from '../../analysis/report/reportJson.ts';
import { parseLoadUrl } from '../../engine/serving/loadAddress.ts';
import { Secrets } from '../../engine/secrets/secrets.ts';
import type { Report } from '../../shared/report.ts';
import type { AttachOptions } from '../../shared/attach.ts';
import type { RunOptions } from '../../shared/runOptions.ts';
import type { LoadFigures, RunHead, RunOrigin, RunSeries } from '../../shared/savedRuns.ts';
import { editorText } from '../../shared/wording.ts';
import { redactedCommand, redactedText } from '../../shared/secretText.ts';
import { commandTitle } from './commandTitle.ts';

/** Makes the head of a new run; `takenAt` is in milliseconds since 1970. */
export function runHead(report: Report, series: RunSeries, takenAt: number): RunHead {
  const { machine, target, load, sampling, failure } = report;
  const { processes: _, ...told } = target ?? { processes: [] };
  return {
    takenAt,
    name: '',
    isBaseline: false,
    series,
    ...(machine ? { machine } : {}),
    target: target && (told as RunHead['target']),
    load: load && figuresOf(load),
    sampling,
    failure: failure && editorText(failure),
  };
}

/**
 * The series that the run is a repeat of, without secrets. If the editor sends no origin, the command is used.
 */
export function seriesOf(options: RunOptions, origin: RunOrigin | undefined): RunSeries {
  const secrets = new Secrets(options);
  return {
    folder: origin?.folder ?? options.cwd,
    launch: origin
      ? secrets.redactCommand(origin.launch.split(' ')).join(' ')
      : commandTitle(secrets.redactCommand(options.command)),
    request: requestText(options.load),
  };
}

/** Like `seriesOf`, for a process that was already running. */
export function seriesOfAttached(
  { load }: AttachOptions,
  { folder, launch }: RunOrigin,
): RunSeries {
  const told = redactedCommand(launch.split(' ')).join(' ');
  return { folder, launch: told, request: load ? requestText(load) : 'without load' };
}

function requestText({ scenario, requests, method, url }: RunOptions['load']): string {
  if (scenario !== undefined) return scenario;
  const [first, ...others] = requests;
  if (!first) return `${method} ${redactedText(parseLoadUrl(url).path)}`;
  const words = `${first.method} ${redactedText(first.path)}`;
  return others.length === 0 ? words : `${words} and ${others.length} more`;
}

function figuresOf(load: NonNullable<Report['load']>): LoadFigures {
  const { warnings: _, reqPerS, latencyMs, ...rest } = load;
  const { samples: _perSecond, ...rate } = reqPerS;
  const { samples: _latencies, ...latency } = latencyMs;
  return { ...rest, reqPerS: rate, latencyMs: latency };
}

interface HeadFile extends RunHead {
  runHead: 1;
}

export function writeRunHead(head: RunHead): string {
  return JSON.stringify({ runHead: 1, ...head } satisfies HeadFile);
}

/**
 * Returns null if the text is not a head, is damaged or of a later version; such a run is ignored.
 */
export function readRunHead(content: string): RunHead | null {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return null;
  }
  if (!conforms(json, headShape)) return null;
  const { runHead: _, ...head } = json as HeadFile;
  return head;
}

const headShape: Shape = {
  runHead: (version) => version === 1,
  ...{ takenAt: moment, name: text, isBaseline: flag },
  series: { folder: text, launch: text, request: text },
  machine: orAbsent(machineShape),
  target: orNull(targetShape),
  load: orNull(loadShape),
  sampling: orNull(samplingShape),
  failure: orNull(text),
};
