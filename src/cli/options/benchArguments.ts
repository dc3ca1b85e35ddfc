import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BenchOptions, BenchRival } from '../../shared/bench.ts';
import type { BenchFlags } from './benchProgram.ts';
import { problemWithOutput } from './outputFile.ts';
import { readRunOptions } from './runArguments.ts';
import type { RunFlags } from './runProgram.ts';
import { UsageError } from './usageError.ts';

export interface BenchInvocation {
  options: BenchOptions;
  /** The words of this command that start and load the server, for the command that checks. */
  words: string[];
  /** Absolute, or `-`; null: no JSON. */
  json: string | null;
  verbose: boolean;
}

interface BenchText {
  flags: BenchFlags;
  given: ReadonlySet<keyof BenchFlags>;
  operands: string[];
  command: string[];
  cwd: string;
  /** The words before `--`, as they were typed. */
  typed: string[];
}

export function checkBench(text: BenchText): BenchInvocation {
  const { flags, given, operands, command, cwd, typed } = text;
  const [place = '', ...more] = operands;
  const wanted = placeOf(place, cwd);
  if (!wanted || more.length > 0) {
    throw new UsageError(
      'bench needs one place before --, FILE:LINE: hotframe bench src/cart.js:42 -- node server.js',
    );
  }
  if (!isFile(wanted.file)) throw new UsageError(`${place}: there is no such file`);
  const isAlone = command.length === 0 && flags.scenario === undefined;
  if (isAlone && flags.fixture === undefined) {
    throw new UsageError(
      'bench needs the command of the server after --, or the calls of --fixture FILE',
    );
  }
  const fixture = flags.fixture === undefined ? null : resolve(cwd, flags.fixture);
  if (fixture !== null && !isFile(fixture)) {
    throw new UsageError(`--fixture ${flags.fixture}: there is no such file`);
  }
  const runGiven = given as ReadonlySet<string> as ReadonlySet<keyof RunFlags>;
  const runFlags = { ...runDefaults, ...flags };
  return {
    options: {
      run: isAlone
        ? null
        : readRunOptions({ flags: runFlags, given: runGiven, operands: [], command, cwd }, 'run'),
      ...wanted,
      against: flags.against === undefined ? null : rivalOf(flags.against, cwd),
      fixture,
      writeTo: output('--write', flags.write, cwd),
      budgetS: flags.budget,
    },
    words: [...withoutOwn(typed, place), ...(isAlone ? [] : ['--', ...command])],
    json: flags.json === '-' ? '-' : output('--json', flags.json, cwd),
    verbose: flags.verbose,
  };
}

/** The options of a run that a benchmark does not have. */
const runDefaults = {
  sampler: 'v8log',
  exactLines: false,
  deep: false,
  allocations: false,
  async: false,
  areas: ['app'],
  findingsOff: [],
} satisfies Partial<RunFlags>;

/** Options that `hotframe measure` takes too. */
function withoutOwn(typed: readonly string[], place: string): string[] {
  const own = ['--against', '--fixture', '--write', '--json', '--budget'];
  return typed.filter((word, index) => {
    const isOwn = own.some((name) => word === name || word.startsWith(`${name}=`));
    const isValue = own.includes(typed[index - 1] ?? '');
    return word !== 'bench' && word !== place && !isOwn && !isValue;
  });
}

function rivalOf(text: string, cwd: string): BenchRival {
  const place = placeOf(text, cwd);
  if (place && isFile(place.file)) return { kind: 'place', ...place };
  if (text.trim() === '' || text.startsWith('-')) {
    throw new UsageError(`--against ${text}: it must name a commit, such as HEAD, or FILE:LINE`);
  }
  return { kind: 'revision', revision: text.trim() };
}

function placeOf(text: string, cwd: string): { file: string; line: number } | null {
  const [, file, line] = /^(.+):(\d+)$/.exec(text) ?? [];
  return file === undefined || Number(line) < 1
    ? null
    : { file: resolve(cwd, file), line: Number(line) };
}

function output(option: string, file: string | undefined, cwd: string): string | null {
  if (file === undefined) return null;
  const path = resolve(cwd, file);
  const problem = problemWithOutput(path);
  if (problem) throw new UsageError(`${option} ${file}: cannot be written, ${problem}`);
  return path;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
