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
} from '../../shared/launchFailures.ts';
import { otherRuntimes } from '../../shared/otherRuntimes.ts';
import { environmentValue } from './environmentValue.ts';
import { findExecutable } from './executablePath.ts';
import { readShim } from './programShim.ts';
import { runToEnd } from './runToEnd.ts';
import { isWrapper } from './wrappers.ts';

/** A command that starts Node.js, split where the sampler's flags go. */
export interface NodeCommand {
  kind: 'node';
  file: string;
  /** A launcher that starts Node.js itself and passes its own flags on. */
  before: string[];
  /** The user's own Node.js flags, the script and its arguments. */
  after: string[];
}

/** A command that starts the server in a child process, which is known only once it runs. */
export interface WrapperCommand {
  kind: 'wrapper';
  file: string;
  arguments: string[];
}

export interface CommandOptions {
  command: string[];
  cwd: string;
  /** Its programs are looked up in this environment. */
  env: NodeJS.ProcessEnv;
  /** Replaces the command's own binary. */
  node?: string;
}

/** Launchers that pass their own Node.js flags on to the children that they start. */
const forwardingLaunchers = new Set(['tsx']);

/**
 * Finds out how COMMAND starts Node.js, without starting it and without a shell. Throws
 * FailureError `command-not-found` or `not-a-node-command`.
 */
export function resolveCommand(options: CommandOptions): NodeCommand | WrapperCommand {
  const { command, cwd, env } = options;
  if (!isFolder(cwd)) throw new FailureError(cwdNotFound(cwd));
  const name = command[0] ?? '';
  const rest = command.slice(1);
  const binary = (asked: string) => nodeBinary(options.node ?? asked, cwd, env);

  if (isNodeName(name)) {
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

/**
 * The words before node's, of a program that becomes the server's process, with a CPU, a priority or a
 * limit of its own: `taskset -c 0` of `taskset -c 0 node server.js`. Empty where no word is node's.
 */
export function wordsBeforeNode({ file, arguments: words }: WrapperCommand): string[] {
  const at = words.findIndex(isNodeName);
  return at < 0 ? [] : [file, ...words.slice(0, at)];
}

/** Whether a word, or the path of a binary, is that of Node.js: `node`, `nodejs`, `/opt/node-v20.1/bin/node20`. */
export function isNodeName(word: string): boolean {
  // A binary that was replaced while it runs has a mark behind its name.
  const name = basename(word.replace(/ \(deleted\)$/, ''));
  return /^node(?:js)?(?:-?v?\d[\d.]*)?(?:\.exe)?$/i.test(name);
}

/** Absolute path of a Node.js binary; throws FailureError `command-not-found`. */
export function nodeBinary(asked: string, cwd: string, env: NodeJS.ProcessEnv): string {
  const found = findExecutable(asked, cwd, env);
  if (!found) throw new FailureError(commandNotFound(asked, cwd));
  return found;
}

/**
 * The major version of the binary. Throws FailureError `node-too-old` below 18, and
 * `not-a-node-command` or `command-not-found` if it is not Node.js.
 */
export async function readNodeMajor(file: string, signal: AbortSignal): Promise<number> {
  const { stdout, error, hasStarted } = await runToEnd(file, ['--version'], {
    timeout: 10_000,
    windowsHide: true,
    signal,
    killSignal: 'SIGKILL',
  });
  if (error && !hasStarted) throw new FailureError(commandNotStarted(file, error.message));
  signal.throwIfAborted();
  const version = stdout.trim();
  const major = /^v(\d+)\./.exec(version)?.[1];
  if (major === undefined) throw new FailureError(notANodeCommand(file));
  if (Number(major) < 18) throw new FailureError(nodeTooOld(file, version.slice(1)));
  return Number(major);
}

/**
 * Whether Sparkplug must be off to get the lines of calls. Before Node.js 26, Sparkplug code has no
 * lines in V8's log. Without Maglev (before Node.js 24, except 22.0 to 22.8) functions that mostly
 * call others, such as request handlers, stay in Sparkplug: in the bundled example a third of the
 * time had no line on Node.js 20, and two thirds on 22. A command that sets a Sparkplug flag itself
 * is left alone.
 */
export function needsSparkplugOff(major: number, command: NodeCommand): boolean {
  return major < 24 && !command.after.some((word) => /^--[a-z-]*sparkplug$/.test(word));
}

/**
 * Flags of a deep run: log every property access and every shape of objects. Shapes are described
 * in full only until the preload turns that off (shapeDetails.ts).
 */
export const deepFlags = ['--log-ic', '--log-maps'];

export interface SamplerFlags {
  runFolder: string;
  preload: string;
  intervalMicros: number;
  exactLines: boolean;
  deep: boolean;
}

/** Arguments for the binary, with the sampler's flags in place. */
export function samplerArguments(command: NodeCommand, flags: SamplerFlags): string[] {
  // V8 expands `%p` in file names, so percent signs of the folder are doubled.
  const folder = flags.runFolder.replaceAll('%', '%%');
  return [
    ...command.before,
    '--prof',
    '--log-deopt',
    `--logfile=${join(folder, '%p.log')}`,
    '--logfile-per-isolate',
    `--prof-sampling-interval=${flags.intervalMicros}`,
    // Up to Node.js 24, --log-deopt also prints on the target's stdout unless it is redirected.
    '--redirect-code-traces',
    `--redirect-code-traces-to=${join(flags.runFolder, 'code-traces.txt')}`,
    ...(flags.exactLines ? ['--no-sparkplug'] : []),
    ...(flags.deep ? deepFlags : []),
    ...permissions(command, flags),
    // One word, since a launcher may take a second one for the script.
    `--require=${flags.preload}`,
    ...command.after,
  ];
}

/** A server that may only use the files it is permitted to needs those of the run too. */
function permissions({ after }: NodeCommand, { runFolder, preload }: SamplerFlags): string[] {
  const script = after.findIndex((word) => !word.startsWith('-'));
  const own = script < 0 ? after : after.slice(0, script);
  if (!own.some((word) => /^--(?:experimental-)?permission$/.test(word))) return [];
  const ours = join(dirname(preload), '*');
  const folder = join(runFolder, '*');
  return [`--allow-fs-read=${ours}`, `--allow-fs-read=${folder}`, `--allow-fs-write=${folder}`];
}

/** Puts Node.js flags before the user's own, so that the user's win. */
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
 * The JavaScript file that `file` runs; or, as a string, the program that a package manager's shim
 * starts; else null.
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

/** Characters that cmd interprets even inside quotes. */
const forCmd = /["&|<>^%\r\n]/;

/**
 * Runs a person's own batch file, which only cmd can do. Its quoting rules are not reliable, so
 * words with special characters are refused. `call` lets the file name begin with a quote.
 */
export function batchCommand(
  file: string,
  words: readonly string[],
  { cwd, env }: Pick<CommandOptions, 'cwd' | 'env'>,
): WrapperCommand {
  // A relative path avoids special characters in the names of parent folders.
  const shown = [file, `.${sep}${relative(cwd, file)}`].find((each) => !forCmd.test(each)) ?? file;
  const odd = [shown, ...words].find((word) => forCmd.test(word));
  if (odd !== undefined) throw new FailureError(batchWordRefused(basename(file), odd));
  const cmd = environmentValue(env, 'ComSpec') ?? 'cmd.exe';
  return { kind: 'wrapper', file: cmd, arguments: ['/d', '/c', 'call', shown, ...words] };
}

/** On Windows npm itself comes as shell scripts, which find their JavaScript through variables. */
function npmScriptOf(file: string): string | null {
  const [, name] = /^(np[mx])(?:\.cmd)?$/i.exec(basename(file)) ?? [];
  if (name === undefined) return null;
  const path = join(dirname(file), 'node_modules/npm/bin', `${name.toLowerCase()}-cli.js`);
  return existsSync(path) ? path : null;
}

function headOf(file: string): string {
  // pnpm's shims list the folders of all packages before the line that matters.
  const buffer = Buffer.alloc(16_384);
  const handle = openSync(file, 'r');
  try {
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(handle);
  }
}

/** The npm package that a file in node_modules belongs to, else empty. */
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
