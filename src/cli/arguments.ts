import type { Outputs } from './outputs.ts';
import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import type { AttachOptions } from '../shared/attach.ts';
import type { RunOptions } from '../shared/runOptions.ts';
import { readAttachOptions } from './options/attachArguments.ts';
import { checkBench, type BenchInvocation } from './options/benchArguments.ts';
import { checkCompare, type CompareOptions } from './options/compareArguments.ts';
import { checkMeasure, type MeasureInvocation } from './options/measureArguments.ts';
import type { OpenCommandOptions } from './openCommand.ts';
import { problemWithOutput } from './options/outputFile.ts';
import { createProgram } from './options/program.ts';
import { type RunFlags } from './options/runProgram.ts';
import { readRunOptions } from './options/runArguments.ts';
import { UsageError } from './options/usageError.ts';

export type Invocation =
  | { kind: 'run'; options: RunOptions; outputs: Outputs; verbose: boolean }
  | { kind: 'attach'; options: AttachOptions; outputs: Outputs }
  | { kind: 'measure'; options: MeasureInvocation }
  | { kind: 'bench'; options: BenchInvocation }
  | { kind: 'compare'; options: CompareOptions }
  | { kind: 'open'; options: OpenCommandOptions; outputs: Outputs }
  | { kind: 'lsp'; arguments: string[] }
  /** Help or the version, for stdout. */
  | { kind: 'text'; text: string }
  /** Wrong usage: one line for stderr, exit code 2. */
  | { kind: 'usage'; message: string };

/**
 * Reads a command line (without `node` and the script). Checks the files it names but starts
 * nothing. On Windows COMMAND may come without `--`, because PowerShell removes that from calls of
 * scripts, such as npm's script for `hotframe`. COMMAND then begins with the first word that is not
 * an option.
 */
export function readArguments(
  argv: string[],
  version: string,
  cwd: string,
  platform: string = process.platform,
): Invocation {
  // Split at the first `--` here, because commander would mix the words on both sides.
  const separator = argv.indexOf('--');
  const own = separator < 0 ? argv : argv.slice(0, separator);
  const command = separator < 0 ? [] : argv.slice(separator + 1);
  const mayLackSeparator = separator < 0 && platform === 'win32';
  const commandOf = (operands: string[], ownCount = 0) =>
    mayLackSeparator
      ? { operands: operands.slice(0, ownCount), command: operands.slice(ownCount) }
      : { operands, command };

  // The options of `bench` may follow its place, whereas those of a command are not Hotframe's.
  const isPlaceFirst = mayLackSeparator && own[0] === 'bench' && /^[^-].*:\d+$/.test(own[1] ?? '');
  const place = isPlaceFirst ? own.slice(1, 2) : [];

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
    (flags, operands, given) => {
      const split = commandOf([...place, ...operands], 1);
      const typed = mayLackSeparator ? own.slice(0, own.length - split.command.length) : own;
      invocation = { kind: 'bench', options: checkBench({ flags, given, ...split, cwd, typed }) };
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
      invocation = {
        kind: 'open',
        options: { files, areas: flags.areas, async: flags.async },
        outputs,
      };
    },
    () => {
      invocation = { kind: 'lsp', arguments: own.slice(1) };
    },
  );
  if (mayLackSeparator) {
    program.enablePositionalOptions();
    for (const each of program.commands) {
      if (/^(?:run|measure|bench)$/.test(each.name())) each.passThroughOptions();
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
    program.parse(isPlaceFirst ? ['bench', ...own.slice(2)] : own, { from: 'user' });
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

type OutputFlags = Pick<RunFlags, 'findingsOff' | 'json' | 'html' | 'out' | 'save'>;

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
    findingsOff: flags.findingsOff,
    json: flags.json === '-' ? '-' : orNull('--json', flags.json),
    html: orNull('--html', flags.html),
    out: orNull('--out', flags.out),
    saves: (flags.save ?? []).map(({ path, format }) => ({ path: check('--save', path), format })),
  };
}
