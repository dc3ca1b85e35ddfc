import { readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { keptRun } from '../../engine/measure/measuredRuns.ts';
import type { MeasuredState, MeasureOptions } from '../../shared/measure.ts';
import type { RunOptions } from '../../shared/runOptions.ts';
import { usualIntervalMicros } from '../../shared/samplingInterval.ts';
import type { MeasureFlags } from './measureProgram.ts';
import { problemWithOutput } from './outputFile.ts';
import type { RunFlags } from './runProgram.ts';
import { readRunOptions } from './runArguments.ts';
import { launchOf, readScenarioNamed } from './scenarioOption.ts';
import { UsageError } from './usageError.ts';

/** Paths are absolute; `json` and `markdown` may be `-`. */
export interface MeasureInvocation {
  options: MeasureOptions;
  /** Null if a regression is no failure. */
  failOnRegressionPercent: number | null;
  json: string | null;
  markdown: string | null;
  /** A folder without runs, or one to be made. */
  out: string | null;
  verbose: boolean;
}

interface MeasureText {
  flags: MeasureFlags;
  given: ReadonlySet<keyof MeasureFlags>;
  operands: string[];
  command: string[];
  cwd: string;
}

export function checkMeasure(words: MeasureText): MeasureInvocation {
  const { flags, cwd } = words;
  const json = output('--json', flags.json, cwd);
  const markdown = output('--markdown', flags.markdown, cwd);
  if (json !== null && json === markdown) {
    throw new UsageError('--json and --markdown name the same file');
  }
  const run = runOf(words);
  const targetCwd = resolve(cwd, flags.cwd ?? '.');
  return {
    options: {
      run,
      base:
        flags.baseScenario === undefined
          ? { kind: 'revision', revision: flags.base }
          : variant(flags.baseScenario, targetCwd),
      head: headOf(flags, targetCwd),
      build: flags.build ?? null,
      links: flags.link.map((path) => resolve(cwd, path)),
      budgetS: flags.budget,
      precisionPercent: flags.precision,
    },
    failOnRegressionPercent: flags.failOnRegression ?? null,
    json,
    markdown,
    out: outFolder(flags.out, cwd),
    verbose: flags.verbose,
  };
}

/** The options of `hotframe run`, with short runs even if a scenario asks for longer ones. */
function runOf({ flags, given, operands, command, cwd }: MeasureText): RunOptions {
  // If both states are launches of scenarios, the load and the rest come from the head's.
  const scenario = flags.scenario ?? (command.length === 0 ? flags.headScenario : undefined);
  const runFlags: RunFlags = { ...flags, ...(scenario === undefined ? {} : { scenario }) };
  const runGiven = given as ReadonlySet<string> as ReadonlySet<keyof RunFlags>;
  const words = { flags: runFlags, given: runGiven, operands, command, cwd };
  const run = readRunOptions(words, 'measure');
  const { duration: durationS, interval = usualIntervalMicros(durationS) } = flags;
  return { ...run, load: { ...run.load, durationS }, intervalMicros: interval };
}

function headOf(flags: MeasureFlags, targetCwd: string): MeasuredState {
  if (flags.headScenario !== undefined) return variant(flags.headScenario, targetCwd);
  if (flags.head === undefined) return { kind: 'working-tree' };
  return { kind: 'revision', revision: flags.head };
}

function variant(name: string, targetCwd: string): MeasuredState {
  const launch = launchOf([], targetCwd, readScenarioNamed(name, targetCwd));
  return { kind: 'launch', name, launch };
}

function output(option: string, file: string | undefined, cwd: string): string | null {
  if (file === undefined || file === '-') return file ?? null;
  const path = resolve(cwd, file);
  const problem = problemWithOutput(path);
  if (problem) throw new UsageError(`${option} ${file}: cannot be written, ${problem}`);
  return path;
}

function outFolder(folder: string | undefined, cwd: string): string | null {
  if (folder === undefined) return null;
  const path = resolve(cwd, folder);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) {
    if (statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) return path;
    throw new UsageError(`--out ${folder}: the folder ${dirname(path)} does not exist`);
  }
  if (!stat.isDirectory())
    throw new UsageError(`--out ${folder}: it is a file, and runs need a folder`);
  if (readdirSync(path).some((name) => keptRun.test(name))) {
    throw new UsageError(
      `--out ${folder}: it holds the runs of another measuring; name a new folder`,
    );
  }
  return path;
}
