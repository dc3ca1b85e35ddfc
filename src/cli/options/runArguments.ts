import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseHar } from '../../engine/requests/harFile.ts';
import { SourceError } from '../../engine/requests/jsonSource.ts';
import { readRequestFile, readRequestText, readText } from '../../engine/requests/requestFile.ts';
import type { LoadOptions, LoadRequest, RunOptions } from '../../shared/runOptions.ts';
import { usualIntervalMicros } from '../../shared/samplingInterval.ts';
import type { RunFlags } from './runProgram.ts';
import {
  checkCommand,
  launchOf,
  readScenarioNamed,
  scenarioLoad,
  withHeaders,
  type FoundScenario,
} from './scenarioOption.ts';
import { UsageError } from './usageError.ts';

/** The parts of a command line that starts runs. */
export interface RunText {
  flags: RunFlags;
  given: ReadonlySet<keyof RunFlags>;
  operands: string[];
  command: string[];
  cwd: string;
}

/** The options of each run. Throws UsageError. */
export function readRunOptions(
  { flags, given, operands, command, cwd }: RunText,
  name: 'run' | 'measure',
): RunOptions {
  if (operands.length > 0) {
    throw new UsageError(
      `'${operands[0]}' stands before --; the command follows it: hotframe ${name} [options] -- ${operands.join(' ')}`,
    );
  }
  if (flags.scenario === undefined) checkCommand(command);
  const targetCwd = resolve(cwd, flags.cwd ?? '.');
  if (!statOrNull(targetCwd)?.isDirectory()) {
    throw new UsageError(`--cwd ${flags.cwd}: there is no such folder`);
  }
  // A bare name is looked up in PATH at launch.
  const isNodePath = flags.node !== undefined && basename(flags.node) !== flags.node;
  const node = isNodePath ? resolve(cwd, flags.node!) : flags.node;
  if (isNodePath && !statOrNull(node!)?.isFile()) {
    throw new UsageError(`--node ${flags.node}: there is no such file`);
  }
  if (node === '') throw new UsageError('--node: it must name a Node.js binary');

  if (flags.deep && flags.sampler !== 'v8log') {
    throw new UsageError(
      `--deep reads V8's own log, which --sampler ${flags.sampler} does not have`,
    );
  }
  if (flags.allocations) checkAllocations(flags);
  const { load, scenario } = readLoad(flags, given, cwd, targetCwd);
  return {
    ...launchOf(command, targetCwd, scenario),
    workspaceFolders: [],
    areas: flags.areas,
    load,
    startTimeoutS: flags.startTimeout,
    ...(node === undefined ? {} : { node }),
    ...(flags.sampler === 'v8log' ? {} : { sampler: flags.sampler }),
    intervalMicros: flags.interval ?? usualIntervalMicros(load.durationS),
    exactLines: flags.exactLines,
    ...(flags.deep ? { deep: true } : {}),
    ...(flags.allocations ? { allocations: true } : {}),
    ...(flags.async ? {} : { chargesAwaits: false }),
  };
}

/** A run of allocations has no samples of time, so what is about them goes with another run. */
function checkAllocations({ deep, sampler, out, save = [] }: RunFlags): void {
  if (deep)
    throw new UsageError('--allocations and --deep are runs of their own: take one of them');
  if (sampler !== 'v8log') {
    throw new UsageError(
      `--allocations samples memory, and --sampler ${sampler} time: leave one out`,
    );
  }
  if (out !== undefined || save.length > 0) {
    throw new UsageError(
      '--allocations gives no profile of time to save: its figures are in the terminal, in --html FILE and in --json FILE',
    );
  }
}

type LoadFlags = Pick<
  RunFlags,
  | 'url'
  | 'confirmHost'
  | 'method'
  | 'header'
  | 'body'
  | 'connections'
  | 'duration'
  | 'warmup'
  | 'pipelining'
  | 'rate'
  | 'timeout'
  | 'har'
  | 'requests'
  | 'scenario'
>;

/**
 * The load, with its scenario if any. Throws UsageError.
 *
 * @param scenarioCwd where the search for a scenario begins, going upwards
 */
export function readLoad(
  flags: LoadFlags,
  given: ReadonlySet<keyof RunFlags>,
  cwd: string,
  scenarioCwd: string,
): { load: LoadOptions; scenario: FoundScenario | null } {
  const scenario =
    flags.scenario === undefined ? null : readScenarioNamed(flags.scenario, scenarioCwd);
  const body = flags.body === undefined ? undefined : readBody(flags.body, cwd);
  const asked: LoadOptions = {
    url: flags.url,
    ...(flags.confirmHost === undefined ? {} : { confirmedHost: flags.confirmHost }),
    method: flags.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: flags.header,
    ...(body === undefined ? {} : { body }),
    requests: readRequests(flags, cwd),
    connections: flags.connections,
    durationS: flags.duration,
    warmupS: flags.warmup,
    pipelining: flags.pipelining,
    ...(flags.rate === undefined ? {} : { rate: flags.rate }),
    timeoutS: flags.timeout,
  };
  return { load: scenario ? scenarioLoad(scenario, asked, given) : asked, scenario };
}

function readBody(value: string, cwd: string): string {
  if (!value.startsWith('@')) return value;
  const file = value.slice(1);
  return parsed('--body', `@${file}`, () => readText(resolve(cwd, file)));
}

/** The requests of a file, with the headers of the command line. */
function readRequests(flags: LoadFlags, cwd: string): LoadRequest[] {
  const [option, file] =
    flags.har !== undefined ? ['--har', flags.har] : ['--requests', flags.requests];
  if (file === undefined) return [];
  const requests =
    option === '--har'
      ? parsed(option, file, () => parseHar(readRequestText(resolve(cwd, file))))
      : fileRequests(file, cwd);
  if (requests.length === 0) throw new UsageError(`${option} ${file}: there are no requests in it`);
  // Headers of the command line apply to every request, for example an authorization.
  return requests.map((request) => withHeaders(request, flags.header));
}

function fileRequests(file: string, cwd: string): LoadRequest[] {
  return parsed('--requests', file, () => {
    const surroundings = { environment: process.env, captured: new Set<string>() };
    const { requests, problems } = readRequestFile(resolve(cwd, file), surroundings);
    const [problem] = problems;
    if (problem) throw problem;
    return requests.filter(({ picked }) => picked).map(({ request }) => request);
  });
}

function parsed<T>(option: string, file: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const line = error instanceof SourceError ? error.line : null;
    throw new UsageError(`${option} ${file}${line === null ? '' : `, line ${line}`}: ${message}`);
  }
}

function statOrNull(path: string) {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
