import { execFile } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { FailureError } from '../../shared/failure.ts';
import {
  batchWordRefused,
  commandNotFound,
  commandNotStarted,
  cwdNotFound,
  nodeTooOld,
  notANodeCommand,
} from '../../shared/failureText.ts';
import { otherRuntimes } from '../../shared/otherRuntimes.ts';
import { environmentValue } from './environmentValue.ts';
import { findExecutable } from './executablePath.ts';
import { readShim } from './programShim.ts';
import { isWrapper } from './wrappers.ts';

/** A command that starts Node.js, taken apart so that flags can be put between its parts. */
export interface NodeCommand {
  kind: 'node';
  /** Absolute path of the Node.js binary. */
  file: string;
  /** What comes before the sampler's flags: a launcher that starts Node.js itself and hands its flags on. */
  before: string[];
  /** The user's own Node.js flags, the script and its arguments. */
  after: string[];
}

/** A command whose server is in a process below it, known only once it runs. */
export interface WrapperCommand {
  kind: 'wrapper';
  /** Absolute path of the program. */
  file: string;
  arguments: string[];
}

export interface CommandOptions {
  command: string[];
  cwd: string;
  /** The environment that its programs are looked up in. */
  env: NodeJS.ProcessEnv;
  /** Binary to use instead of the command's own. */
  node?: string;
}

/** Launchers whose children would miss the flags, but which hand their own Node.js flags on to them. */
const forwardingLaunchers = new Set(['tsx']);

/**
 * Finds out how COMMAND starts Node.js, without starting it and without a shell.
 * Throws FailureError `command-not-found` or `not-a-node-command`.
 */
export function resolveCommand(options: CommandOptions): NodeCommand | WrapperCommand {
  const { command, cwd, env } = options;
  if (!isFolder(cwd)) throw new FailureError(cwdNotFound(cwd));
  const name = command[0] ?? '';
  const rest = command.slice(1);
  const binary = (asked: string) => nodeBinary(options.node ?? asked, cwd, env);

  if (/^node(js)?(-?\d[\d.]*)?(\.exe)?$/i.test(basename(name))) {
    return { kind: 'node', file: binary(name), before: [], after: rest };
  }
  const file = findExecutable(name, cwd, env);
  if (!file) throw new FailureError(commandNotFound(name, cwd));
  const plainName = basename(name).replace(/\.(cmd|bat|com|exe)$/i, '');
  if (otherRuntimes.test(plainName)) throw new FailureError(notANodeCommand(name));
  const script = scriptOf(file);
  if (typeof script === 'string') return { kind: 'wrapper', file: script, arguments: rest };
  if (!script && /\.(?:cmd|bat)$/i.test(file)) return batchCommand(file, rest, { cwd, env });
  if (!script || isWrapper(plainName)) {
    // A path that a person gave may not be absolute, or lack the executable bit.
    return script
      ? {
          kind: 'wrapper',
          file: binary(script.interpreter),
          arguments: [...script.flags, script.path, ...rest],
        }
      : { kind: 'wrapper', file, arguments: rest };
  }
  const after = [...script.flags, script.path, ...rest];
  return forwardingLaunchers.has(packageOf(script.path))
    ? {
        kind: 'node',
        file: binary(script.interpreter),
        before: [...script.flags, script.path],
        after: rest,
      }
    : { kind: 'node', file: binary(script.interpreter), before: [], after };
}

/** Absolute path of a Node.js binary; throws FailureError `command-not-found`. */
export function nodeBinary(asked: string, cwd: string, env: NodeJS.ProcessEnv): string {
  const found = findExecutable(asked, cwd, env);
  if (!found) throw new FailureError(commandNotFound(asked, cwd));
  return found;
}

/**
 * The major version of the binary. Throws FailureError `node-too-old` below 18, `not-a-node-command`
 * or `command-not-found` where it is not Node.js.
 */
export async function readNodeMajor(file: string, signal: AbortSignal): Promise<number> {
  const version = await new Promise<string>((done, failed) => {
    const options = { timeout: 10_000, windowsHide: true, signal, killSignal: 'SIGKILL' } as const;
    let printed = '';
    const child = execFile(file, ['--version'], options, (_error, stdout) => (printed = stdout));
    // The callback of an aborted call comes before the process has ended.
    child.once('close', () => done(printed.trim()));
    child.once('error', (error) => {
      if (child.pid === undefined) failed(new FailureError(commandNotStarted(file, error.message)));
    });
  });
  signal.throwIfAborted();
  const major = /^v(\d+)\./.exec(version)?.[1];
  if (major === undefined) throw new FailureError(notANodeCommand(file));
  if (Number(major) < 18) throw new FailureError(nodeTooOld(file, version.slice(1)));
  return Number(major);
}

/**
 * Whether Sparkplug must be off for the lines of calls to be known. Without Maglev, which every Node.js
 * has from 24 on (22 until 22.8 alone), the functions that mostly call others, such as request handlers,
 * stay in Sparkplug code, which has no lines in V8's log before Node.js 26: of the bundled example's time
 * a third had no line on 20, and two thirds on 22. A command that says itself what it wants of Sparkplug is left
 * alone.
 */
export function needsSparkplugOff(major: number, command: NodeCommand): boolean {
  return major < 24 && !command.after.some((word) => /^--[a-z-]*sparkplug$/.test(word));
}

/**
 * For a deep run: what becomes of each property access, and how each shape of objects comes to be.
 * The preload ends the description of each (see shapeDetails.ts) once those of Node.js are written.
 */
const deepFlags = ['--log-ic', '--log-maps'];

export interface SamplerFlags {
  runFolder: string;
  preload: string;
  intervalMicros: number;
  exactLines: boolean;
  deep: boolean;
}

/** Arguments for the binary with the sampler's flags in their place. */
export function samplerArguments(command: NodeCommand, flags: SamplerFlags): string[] {
  // V8 expands `%p` in file names, so a percent sign of the folder is doubled.
  const folder = flags.runFolder.replaceAll('%', '%%');
  return [
    ...command.before,
    '--prof',
    '--log-deopt',
    `--logfile=${join(folder, '%p.log')}`,
    '--logfile-per-isolate',
    `--prof-sampling-interval=${flags.intervalMicros}`,
    // Up to Node.js 24, --log-deopt prints on the target's stdout too; this takes it from there.
    '--redirect-code-traces',
    `--redirect-code-traces-to=${join(flags.runFolder, 'code-traces.txt')}`,
    ...(flags.exactLines ? ['--no-sparkplug'] : []),
    ...(flags.deep ? deepFlags : []),
    // One argument, since a launcher may take a second word for the script.
    `--require=${flags.preload}`,
    ...command.after,
  ];
}

/** The command with flags of Node.js before the user's own, which win. */
export function withFlags(command: NodeCommand, flags: readonly string[]): NodeCommand {
  return { ...command, after: [...flags, ...command.after] };
}

interface Script {
  path: string;
  /** Name or path of the Node.js binary that the first line asks for. */
  interpreter: string;
  flags: string[];
}

/**
 * The JavaScript that a file stands for, or the program that a package manager's script does; null
 * for anything else.
 */
function scriptOf(file: string): Script | string | null {
  const head = headOf(file);
  const firstLine = /^#!\s*(.*)/.exec(head)?.[1];
  if (firstLine !== undefined) {
    const words = firstLine.trim().split(/\s+/);
    const at = words.findIndex((word) => /^node(js)?$/.test(basename(word)));
    if (at >= 0)
      return { path: realpathSync(file), interpreter: words[at]!, flags: words.slice(at + 1) };
  } else if (/\.[cm]?[jt]s$/.test(file)) {
    return { path: file, interpreter: 'node', flags: [] };
  }
  const own = npmScriptOf(file);
  if (own) return { path: own, interpreter: 'node', flags: [] };
  const shimmed = readShim(head);
  if (!shimmed) return null;
  const path = resolve(dirname(file), shimmed.path.replaceAll('\\', '/'));
  try {
    const real = realpathSync(path);
    if (shimmed.kind === 'program') return real;
    return { path: real, interpreter: 'node', flags: shimmed.flags };
  } catch {
    return null;
  }
}

/** What cmd would not take as it is written, in quotes or not. */
const forCmd = /["&|<>^%\r\n]/;

/**
 * A person's own script of Windows, which only cmd can run. It takes its words apart by rules that
 * nobody can quote for, so only plain ones are given to it. After `call` they may begin with quotes.
 */
export function batchCommand(
  file: string,
  words: readonly string[],
  { cwd, env }: Pick<CommandOptions, 'cwd' | 'env'>,
): WrapperCommand {
  // The folders above may be called anything.
  const shown = [file, `.${sep}${relative(cwd, file)}`].find((each) => !forCmd.test(each)) ?? file;
  const odd = [shown, ...words].find((word) => forCmd.test(word));
  if (odd !== undefined) throw new FailureError(batchWordRefused(basename(file), odd));
  const cmd = environmentValue(env, 'ComSpec') ?? 'cmd.exe';
  return { kind: 'wrapper', file: cmd, arguments: ['/d', '/c', 'call', shown, ...words] };
}

/** On Windows npm itself comes as shell scripts, which name their JavaScript by variables. */
function npmScriptOf(file: string): string | null {
  const [, name] = /^(np[mx])(?:\.cmd)?$/i.exec(basename(file)) ?? [];
  if (name === undefined) return null;
  const path = join(dirname(file), 'node_modules/npm/bin', `${name.toLowerCase()}-cli.js`);
  return existsSync(path) ? path : null;
}

function headOf(file: string): string {
  // pnpm's list the folders of all packages before they come to the point.
  const buffer = Buffer.alloc(16_384);
  const handle = openSync(file, 'r');
  try {
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(handle);
  }
}

/** Name of the npm package that a file of node_modules is in, else empty. */
function packageOf(file: string): string {
  const parts = file.split(/[\\/]/);
  const at = parts.lastIndexOf('node_modules');
  if (at < 0) return '';
  const name = parts[at + 1] ?? '';
  return name.startsWith('@') ? `${name}/${parts[at + 2] ?? ''}` : name;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
