import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import type { AttachOptions } from '../shared/attach.ts';
import type { RunOptions } from '../shared/runOptions.ts';
import { readAttachOptions } from './attachArguments.ts';
import { checkCompare, type CompareOptions } from './compareArguments.ts';
import { checkMeasure, type MeasureInvocation } from './measureArguments.ts';
import type { OpenCommandOptions } from './openCommand.ts';
import { problemWithOutput } from './outputFile.ts';
import { createProgram, type RunFlags } from './program.ts';
import { readRunOptions } from './runArguments.ts';
import type { SaveTarget } from './saveOption.ts';
import { UsageError } from './usageError.ts';

/** What a command line asks for. */
export type Invocation =
  | { kind: 'run'; options: RunOptions; outputs: Outputs; verbose: boolean }
  | { kind: 'attach'; options: AttachOptions; outputs: Outputs }
  | { kind: 'measure'; options: MeasureInvocation }
  | { kind: 'compare'; options: CompareOptions }
  | { kind: 'open'; options: OpenCommandOptions; outputs: Outputs }
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
  /** What `--save` names. */
  saves: SaveTarget[];
}

/**
 * Reads a command line (without `node` and the script); looks at the files it names, starts nothing.
 * On Windows the command may come without `--`, which PowerShell takes away from the scripts that it
 * starts, as npm's for `hotframe` is one: there it begins with the first word that is no option.
 */
export function readArguments(
  argv: string[],
  version: string,
  cwd: string,
  platform: string = process.platform,
): Invocation {
  // Cut at the first `--` here: commander would mix what stands before and after it.
  const separator = argv.indexOf('--');
  const own = separator < 0 ? argv : argv.slice(0, separator);
  const command = separator < 0 ? [] : argv.slice(separator + 1);
  const mayLackSeparator = separator < 0 && platform === 'win32';
  const commandOf = (operands: string[]) =>
    mayLackSeparator ? { operands: [], command: operands } : { operands, command };

  let text = '';
  let invocation: Invocation | null = null;
  const program = createProgram(
    version,
    (flags, operands, given) => {
      const options = readRunOptions({ flags, given, ...commandOf(operands), cwd }, 'run');
      const outputs = checkOutputs(flags, cwd);
      invocation = { kind: 'run', options, outputs, verbose: flags.verbose };
    },
    (flags, operands, given) => {
      const words = { flags, given, ...commandOf(operands), cwd };
      invocation = { kind: 'measure', options: checkMeasure(words) };
    },
    (flags, given) => {
      const options = readAttachOptions(flags, given, cwd);
      invocation = { kind: 'attach', options, outputs: checkOutputs(flags, cwd) };
    },
    (flags, sets) => {
      invocation = { kind: 'compare', options: checkCompare(flags, [...sets, ...command], cwd) };
    },
    (flags, operands) => {
      const files = [...operands, ...command];
      if (files.length === 0) {
        throw new UsageError('open needs a profile: hotframe open profile.cpuprofile');
      }
      const outputs = checkOutputs(flags, cwd);
      invocation = { kind: 'open', options: { files, areas: flags.areas }, outputs };
    },
    () => {
      invocation = { kind: 'lsp', arguments: own.slice(1) };
    },
  );
  if (mayLackSeparator) {
    program.enablePositionalOptions();
    for (const each of program.commands) {
      if (/^(?:run|measure)$/.test(each.name())) each.passThroughOptions();
    }
  }
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

/** Options that name files to write. */
type OutputFlags = Pick<RunFlags, 'json' | 'html' | 'out' | 'save'>;

function checkOutputs(flags: OutputFlags, cwd: string): Outputs {
  const taken = new Map<string, string>();
  const check = (option: string, file: string): string => {
    const path = resolve(cwd, file);
    const problem = problemWithOutput(path);
    if (problem) throw new UsageError(`${option} ${file}: cannot be written, ${problem}`);
    const other = taken.get(path);
    if (other === option) throw new UsageError(`${option} names the file ${file} twice`);
    if (other) throw new UsageError(`${other} and ${option} name the same file ${file}`);
    taken.set(path, option);
    return path;
  };
  const orNull = (option: string, file: string | undefined): string | null =>
    file === undefined ? null : check(option, file);
  return {
    json: flags.json === '-' ? '-' : orNull('--json', flags.json),
    html: orNull('--html', flags.html),
    out: orNull('--out', flags.out),
    saves: (flags.save ?? []).map(({ path, format }) => ({ path: check('--save', path), format })),
  };
}
