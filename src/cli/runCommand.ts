import { hasColour, type Surroundings } from './surroundings.ts';
import { attachAndProfile } from '../engine/attach/attach.ts';
import { runProfile } from '../engine/run/run.ts';
import type { RunHooks, RunOutcome } from '../engine/run/runOutcome.ts';
import type { AttachOptions } from '../shared/attach.ts';
import type { RunOptions } from '../shared/runOptions.ts';
import { findingsWithout } from '../shared/finding.ts';
import { redactedCommand } from '../shared/secretText.ts';
import { type Outputs, reportJson, writeOutputs } from './outputs.ts';
import { cancelledExitCode, cancelOnSignals } from './cancelOnSignals.ts';
import { functionsByLine } from '../analysis/report/functionsByLine.ts';
import { ProgressReporter } from './progressReporter.ts';
import { sourcesOrDisk } from '../engine/profile/sourceOf.ts';
import { createStyle } from './terminal/style.ts';
import { terminalReport } from './terminal/terminalReport.ts';

/** `hotframe run`: profiles, prints, writes files. Gives the exit code. */
export function runCommand(
  options: RunOptions,
  outputs: Outputs,
  verbose: boolean,
  surroundings: Surroundings,
): Promise<number> {
  const command = redactedCommand(options.command);
  const progress = new ProgressReporter(surroundings.stderr, command, { showOutput: verbose });
  const profile = (hooks: RunHooks, signal: AbortSignal) => runProfile(options, hooks, signal);
  return profileAndShow(profile, progress, options.cwd, outputs, surroundings);
}

/** `hotframe attach`: the same for a process that runs already. */
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
  const shown = { exitCode: null as number | null, notes: 0 };
  const onOutcome = (outcome: RunOutcome): void => {
    progress.end();
    shown.exitCode = show(outcome, baseFolder, outputs, surroundings);
    shown.notes = outcome.report.notes.length;
  };
  const hooks: RunHooks = {
    onState: (state) => progress.onState(state),
    onProgress: (load) => progress.onProgress(load),
    onOutput: (text) => progress.onOutput(text),
    onOutcome,
  };
  try {
    const outcome = await profile(hooks, cancellation.signal);
    // A run without samples is shown only when everything has ended.
    if (shown.exitCode === null) onOutcome(outcome);
    for (const note of outcome.report.notes.slice(shown.notes)) surroundings.stderr.problem(note);
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
  const { profile, bytesProfile, workspaceFolders } = outcome;
  const sampled = profile ?? bytesProfile;
  const report = findingsWithout(outcome.report, outputs.findingsOff);
  const sourceOf = sourcesOrDisk(sampled?.sources ?? new Map<string, string>(), workspaceFolders);
  // With `--json -`, standard output is for the JSON only.
  const forPeople = outputs.json === '-' ? stderr : stdout;
  const style = createStyle({
    columns: forPeople.columns ?? (Number(env['COLUMNS']) || 100),
    colour: hasColour(forPeople, env),
    baseFolder,
  });
  // If a run fails before there are load figures or samples, its sentence says everything.
  if (!report.failure || report.load || report.sampling) {
    const functionsAt = profile ? functionsByLine(profile, report.functions) : () => [];
    forPeople.write(terminalReport({ report, sourceOf, functionsAt }, style));
  }
  const extras = { assetsFolder, baseFolder, sourceOf };
  const { written, problems } = writeOutputs({ report, profile: sampled }, outputs, extras);
  if (outputs.json === '-') stdout.write(reportJson(report));
  if (written.length > 0) forPeople.write(`\n${written.join('\n')}\n`);
  for (const problem of problems) stderr.problem(problem);

  if (report.failure?.kind === 'cancelled') return cancelledExitCode;
  if (report.failure) stderr.problem(report.failure.message);
  return report.failure || problems.length > 0 ? 1 : 0;
}
