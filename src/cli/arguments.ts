import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import { parseHar } from '../engine/harFile.ts';
import { SourceError } from '../engine/jsonSource.ts';
import { readRequestFile } from '../engine/requestFile.ts';
import type { LoadOptions, LoadRequest, RunOptions } from '../shared/runOptions.ts';
import { problemWithOutput } from './outputFile.ts';
import { createProgram, type RunFlags } from './program.ts';
import {
  checkCommand,
  launchOf,
  readScenarioNamed,
  scenarioLoad,
  withHeaders,
} from './scenarioOption.ts';
import { UsageError } from './usageError.ts';

/** What a command line asks for. */
export type Invocation =
  | { kind: 'run'; options: RunOptions; outputs: Outputs; verbose: boolean }
  | { kind: 'lsp'; arguments: string[] }
  /** Help or the version, for stdout. */
  | { kind: 'text'; text: string }
  /** Wrong usage: one line for stderr, exit code 2. */
  | { kind: 'usage'; message: string };

/** Absolute paths of what is to be written; `json` may be `-`. */
export interface Outputs {
  json: string | null;
  html: string | null;
  out: string | null;
}

/** Reads a command line (without `node` and the script); looks at the files it names, starts nothing. */
export function readArguments(argv: string[], version: string, cwd: string): Invocation {
  // Cut at the first `--` here: commander would mix what stands before and after it.
  const separator = argv.indexOf('--');
  const own = separator < 0 ? argv : argv.slice(0, separator);
  const command = separator < 0 ? [] : argv.slice(separator + 1);

  let text = '';
  let invocation: Invocation | null = null;
  const program = createProgram(
    version,
    (flags, operands, given) => {
      invocation = checkRun({ flags, given, operands, command, cwd });
    },
    () => {
      invocation = { kind: 'lsp', arguments: own.slice(1) };
    },
  );
  for (const each of [program, ...program.commands]) {
    each.exitOverride().configureOutput({
      writeOut: (part) => (text += part),
      writeErr: () => undefined,
    });
  }
  if (own.length === 0) {
    return usage('say what to do, for example: hotframe run -- node server.js');
  }
  try {
    program.parse(own, { from: 'user' });
  } catch (error) {
    if (error instanceof UsageError) return usage(error.message);
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'text', text };
    return usage(error.message.replace(/^error: /, ''));
  }
  return invocation ?? usage('say what to do, for example: hotframe run -- node server.js');
}

function usage(message: string): Invocation {
  return { kind: 'usage', message: message.trim().replace(/\s*[\r\n]+\s*/g, ' ') };
}

interface RunWords {
  flags: RunFlags;
  given: ReadonlySet<keyof RunFlags>;
  operands: string[];
  command: string[];
  cwd: string;
}

function checkRun({ flags, given, operands, command, cwd }: RunWords): Invocation {
  if (operands.length > 0) {
    throw new UsageError(
      `'${operands[0]}' stands before --; the command follows it: hotframe run [options] -- ${operands.join(' ')}`,
    );
  }
  if (flags.scenario === undefined) checkCommand(command);
  const targetCwd = resolve(cwd, flags.cwd ?? '.');
  if (!statOrNull(targetCwd)?.isDirectory()) {
    throw new UsageError(`--cwd ${flags.cwd}: there is no such folder`);
  }
  // A bare name is looked up in PATH at launch.
  const node = flags.node?.includes('/') ? resolve(cwd, flags.node) : flags.node;
  if (node?.includes('/') && !statOrNull(node)?.isFile()) {
    throw new UsageError(`--node ${flags.node}: there is no such file`);
  }
  if (node === '') throw new UsageError('--node: it must name a Node.js binary');

  const scenario =
    flags.scenario === undefined ? null : readScenarioNamed(flags.scenario, targetCwd);
  const launch = launchOf(command, targetCwd, scenario);
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
  const options: RunOptions = {
    ...launch,
    workspaceFolders: [],
    areas: flags.areas,
    load: scenario ? scenarioLoad(scenario, asked, given) : asked,
    startTimeoutS: flags.startTimeout,
    ...(node === undefined ? {} : { node }),
    intervalMicros: flags.interval,
    exactLines: flags.exactLines,
  };
  return { kind: 'run', options, outputs: checkOutputs(flags, cwd), verbose: flags.verbose };
}

function readBody(value: string, cwd: string): string {
  if (!value.startsWith('@')) return value;
  return readTextFile('--body', value.slice(1), cwd);
}

/** The requests of a file, with the headers of the command line. */
function readRequests(flags: RunFlags, cwd: string): LoadRequest[] {
  const [option, file] =
    flags.har !== undefined ? ['--har', flags.har] : ['--requests', flags.requests];
  if (file === undefined) return [];
  const requests =
    option === '--har'
      ? parsed(option, file, () => parseHar(readTextFile(option, file, cwd)))
      : fileRequests(file, cwd);
  if (requests.length === 0) throw new UsageError(`${option} ${file}: there are no requests in it`);
  // What is said on the command line counts for every request, for example an authorization.
  return requests.map((request) => withHeaders(request, flags.header));
}

/** Of a `--requests` file of any format. */
function fileRequests(file: string, cwd: string): LoadRequest[] {
  readTextFile('--requests', file, cwd);
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

function checkOutputs(flags: RunFlags, cwd: string): Outputs {
  const taken = new Map<string, string>();
  const check = (option: string, file: string | undefined): string | null => {
    if (file === undefined) return null;
    const path = resolve(cwd, file);
    const problem = problemWithOutput(path);
    if (problem) throw new UsageError(`${option} ${file}: cannot be written, ${problem}`);
    const other = taken.get(path);
    if (other) throw new UsageError(`${other} and ${option} name the same file ${file}`);
    taken.set(path, option);
    return path;
  };
  return {
    json: flags.json === '-' ? '-' : check('--json', flags.json),
    html: check('--html', flags.html),
    out: check('--out', flags.out),
  };
}

function readTextFile(option: string, file: string, cwd: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(resolve(cwd, file));
  } catch (error) {
    throw new UsageError(`${option}: ${file} could not be read, ${reasonOf(error)}`);
  }
  try {
    // The load takes text; bytes that are not would reach the server changed.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${option}: ${file} is not UTF-8 text`);
  }
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'there is no permission';
  return error instanceof Error ? error.message : String(error);
}

function statOrNull(path: string) {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
