import { attachAndProfile } from '../engine/attach.ts';
import { profileServer } from '../engine/run.ts';
import type { RunHooks, RunOutcome } from '../engine/runOutcome.ts';
import type { AttachOptions } from '../shared/attach.ts';
import type { RunOptions } from '../shared/runOptions.ts';
import { redactedCommand } from '../shared/secretWords.ts';
import type { Outputs } from './arguments.ts';
import { cancelledExitCode, cancelOnSignals } from './cancelOnSignals.ts';
import { functionsByLine } from '../analysis/report/functionsByLine.ts';
import { reportJson, writeOutputs } from './outputs.ts';
import { ProgressReporter } from './progressReporter.ts';
import { sourcesOrDisk } from '../engine/profile/sourceOf.ts';
import { createStyle } from './terminal/style.ts';
import type { TerminalOutput } from './terminal/terminalOutput.ts';
import { terminalReport } from './terminal/terminalReport.ts';

/** Where a command writes and what it knows of its surroundings. */
export interface Surroundings {
  stdout: TerminalOutput;
  stderr: TerminalOutput;
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** The folder of the built page's scripts and styles. */
  assetsFolder: string;
}

/** `hotframe run`: profiles, prints, writes files. Gives the exit code. */
export function runCommand(
  options: RunOptions,
  outputs: Outputs,
  verbose: boolean,
  surroundings: Surroundings,
): Promise<number> {
  const command = redactedCommand(options.command);
  const progress = new ProgressReporter(surroundings.stderr, command, { showOutput: verbose });
  const profile = (hooks: RunHooks, signal: AbortSignal) => profileServer(options, hooks, signal);
  return profileAndShow(profile, progress, options.cwd, outputs, surroundings);
}

/** `hotframe attach`: the same with a process that runs already. */
export function attachCommand(
  options: AttachOptions,
  outputs: Outputs,
  surroundings: Surroundings,
): Promise<number> {
  const progress = new ProgressReporter(surroundings.stderr, [], { showOutput: false });
  const profile = (hooks: RunHooks, signal: AbortSignal) =>
    attachAndProfile(options, hooks, signal);
  return profileAndShow(profile, progress, surroundings.cwd, outputs, surroundings);
}

async function profileAndShow(
  profile: (hooks: RunHooks, signal: AbortSignal) => Promise<RunOutcome>,
  progress: ProgressReporter,
  baseFolder: string,
  outputs: Outputs,
  surroundings: Surroundings,
): Promise<number> {
  const cancellation = cancelOnSignals();
  const shown = { exitCode: null as number | null };
  const onOutcome = (outcome: RunOutcome): void => {
    progress.end();
    shown.exitCode = show(outcome, baseFolder, outputs, surroundings);
  };
  const hooks: RunHooks = {
    onState: (state) => progress.onState(state),
    onProgress: (load) => progress.onProgress(load),
    onOutput: (text) => progress.onOutput(text),
    onOutcome,
  };
  try {
    const outcome = await profile(hooks, cancellation.signal);
    // What has no samples is told when all has ended.
    if (shown.exitCode === null) onOutcome(outcome);
    return shown.exitCode ?? 1;
  } finally {
    progress.end();
    // Last, so that a late Ctrl-C does not leave half a file.
    cancellation.stop();
  }
}

function show(
  outcome: RunOutcome,
  baseFolder: string,
  outputs: Outputs,
  { stdout, stderr, env, assetsFolder }: Surroundings,
): number {
  const { report, profile, workspaceFolders } = outcome;
  const sourceOf = sourcesOrDisk(profile?.sources ?? new Map<string, string>(), workspaceFolders);
  // With `--json -` standard output belongs to the JSON alone.
  const forPeople = outputs.json === '-' ? stderr : stdout;
  const style = createStyle({
    columns: forPeople.columns ?? (Number(env['COLUMNS']) || 100),
    colour: hasColour(forPeople, env),
    baseFolder,
  });
  // What is known of a failed run before its load and its samples says no more than its sentence.
  if (!report.failure || report.load || report.sampling) {
    const functionsAt = profile ? functionsByLine(profile, report.functions) : () => [];
    forPeople.write(terminalReport({ report, sourceOf, functionsAt }, style));
  }
  const extras = { assetsFolder, baseFolder, sourceOf };
  const { written, problems } = writeOutputs(outcome, outputs, extras);
  if (outputs.json === '-') stdout.write(reportJson(report));
  if (written.length > 0) forPeople.write(`\n${written.join('\n')}\n`);
  for (const problem of problems) stderr.problem(problem);

  if (report.failure?.kind === 'cancelled') return cancelledExitCode;
  if (report.failure) stderr.problem(report.failure.message);
  return report.failure || problems.length > 0 ? 1 : 0;
}

export function hasColour(output: TerminalOutput, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  return output.isTerminal && env['TERM'] !== 'dumb';
}
