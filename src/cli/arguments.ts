import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import { parseHar, parseRequestsFile } from '../engine/loadRequests.ts';
import type { LoadRequest, RunOptions } from '../shared/runOptions.ts';
import { problemWithOutput } from './outputFile.ts';
import { createProgram, type RunFlags } from './program.ts';

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
    (flags, operands) => {
      invocation = checkRun(flags, operands, command, cwd);
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

class UsageError extends Error {}

function usage(message: string): Invocation {
  return { kind: 'usage', message: message.trim().replace(/\s*[\r\n]+\s*/g, ' ') };
}

function checkRun(flags: RunFlags, operands: string[], command: string[], cwd: string): Invocation {
  if (operands.length > 0) {
    throw new UsageError(
      `'${operands[0]}' stands before --; the command follows it: hotframe run [options] -- ${operands.join(' ')}`,
    );
  }
  if (command.length === 0 || command[0] === '') {
    throw new UsageError(
      'no command to profile; write it after --: hotframe run -- node server.js',
    );
  }
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

  const body = flags.body === undefined ? undefined : readBody(flags.body, cwd);
  const options: RunOptions = {
    command,
    cwd: targetCwd,
    env: {},
    workspaceFolders: [],
    areas: flags.areas,
    load: {
      url: flags.url,
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
    },
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

function readRequests(flags: RunFlags, cwd: string): LoadRequest[] {
  const [option, file, parse] =
    flags.har !== undefined
      ? ['--har', flags.har, parseHar]
      : ['--requests', flags.requests, parseRequestsFile];
  if (file === undefined) return [];
  const text = readTextFile(option, file, cwd);
  let requests: LoadRequest[];
  try {
    requests = parse(text);
  } catch (error) {
    throw new UsageError(`${option} ${file}: ${error instanceof Error ? error.message : error}`);
  }
  if (requests.length === 0) throw new UsageError(`${option} ${file}: there are no requests in it`);
  // What is said on the command line counts for every request, for example an authorization.
  return requests.map((request) => ({
    ...request,
    headers: { ...withoutNames(request.headers, flags.header), ...flags.header },
  }));
}

function withoutNames(
  headers: Record<string, string>,
  names: Record<string, string>,
): Record<string, string> {
  const lower = new Set(Object.keys(names).map((name) => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !lower.has(name.toLowerCase())),
  );
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
