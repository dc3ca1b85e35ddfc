import { profileServer, type RunOutcome } from '../engine/run.ts';
import type { RunOptions } from '../shared/runOptions.ts';
import type { Outputs } from './arguments.ts';
import { cancelledExitCode, cancelOnSignals } from './cancelOnSignals.ts';
import { functionsByLine } from './functionsByLine.ts';
import { writeOutputs } from './outputs.ts';
import { ProgressReporter } from './progressReporter.ts';
import { sourcesOrDisk } from './sourceOf.ts';
import { timeByOwner } from './timeByOwner.ts';
import { createStyle } from './terminal/style.ts';
import { terminalReport } from './terminal/terminalReport.ts';

/** Where a command writes and what it knows of its surroundings. */
export interface Surroundings {
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** The folder of the built page's scripts and styles. */
  assetsFolder: string;
}

/** `hotframe run`: profiles, prints, writes files. Gives the exit code. */
export async function runCommand(
  options: RunOptions,
  outputs: Outputs,
  verbose: boolean,
  surroundings: Surroundings,
): Promise<number> {
  const { stdout, stderr } = surroundings;
  const progress = new ProgressReporter(stderr, options.command, { showOutput: verbose });
  const cancellation = cancelOnSignals();
  let outcome: RunOutcome;
  try {
    outcome = await profileServer(options, progress, cancellation.signal);
  } finally {
    progress.end();
    cancellation.stop();
  }
  const { report } = outcome;

  // With `--json -` standard output belongs to the JSON alone.
  const forPeople = outputs.json === '-' ? stderr : stdout;
  forPeople.write(summary(outcome, options, forPeople, surroundings));
  const { written, problems } = writeOutputs(outcome, outputs);
  if (outputs.json === '-') stdout.write(`${JSON.stringify(report)}\n`);
  if (written.length > 0) forPeople.write(`\n${written.join('\n')}\n`);
  for (const problem of problems) stderr.write(`hotframe: ${problem}\n`);

  if (report.failure?.kind === 'cancelled') return cancelledExitCode;
  if (report.failure) stderr.write(`hotframe: ${report.failure.message}\n`);
  return report.failure || problems.length > 0 ? 1 : 0;
}

function summary(
  { report, profile }: RunOutcome,
  options: RunOptions,
  stream: NodeJS.WriteStream,
  { env, cwd }: Surroundings,
): string {
  // A failed run has nothing that could be trusted beyond what its sentence says.
  if (report.failure && !report.load) return '';
  const style = createStyle({
    columns: stream.columns ?? (Number(env['COLUMNS']) || 100),
    colour: hasColour(stream, env),
    baseFolder: options.cwd || cwd,
  });
  return terminalReport(
    {
      report,
      owners: profile ? timeByOwner(profile) : [],
      sourceOf: sourcesOrDisk(profile?.sources ?? new Map<string, string>()),
      functionsAt: profile ? functionsByLine(profile, report.functions) : () => [],
    },
    style,
  );
}

function hasColour(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}
