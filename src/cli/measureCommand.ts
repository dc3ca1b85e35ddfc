import { measureStates } from '../engine/measure/measure.ts';
import { MeasuredRuns } from '../engine/measure/measuredRuns.ts';
import { writeWholeFile } from '../engine/files/wholeFile.ts';
import type { MeasureProblem } from '../shared/measure.ts';
import { plainJson } from '../shared/plainText.ts';
import { cancelledExitCode, cancelOnSignals } from './cancelOnSignals.ts';
import { tellComparison } from './compareCommand.ts';
import type { MeasureInvocation } from './options/measureArguments.ts';
import { MeasureReporter } from './measureReporter.ts';
import type { Surroundings } from './surroundings.ts';
import type { TerminalOutput } from './terminal/terminalOutput.ts';

/** `hotframe measure`: measures, prints, writes files. Gives the exit code. */
export async function measureCommand(
  invocation: MeasureInvocation,
  surroundings: Surroundings,
): Promise<number> {
  const { options, json, out, verbose } = invocation;
  const { stdout, stderr } = surroundings;
  const reporter = new MeasureReporter(stderr, { showOutput: verbose });
  const kept = out === null ? null : new MeasuredRuns(out);
  const cancellation = cancelOnSignals();
  try {
    const { report, problem } = await measureStates(
      options,
      {
        onProgress: (progress) => reporter.onProgress(progress),
        onOutput: (text) => reporter.onOutput(text),
        onRun: (side, run, order) => kept?.keep(side, run, order),
      },
      cancellation.signal,
    ).finally(() => reporter.end());
    if (!report) {
      if (json !== null) tellProblem(problem!, json, stdout);
      if (problem!.kind === 'cancelled') return cancelledExitCode;
      stderr.problem(problem!.message);
      return 1;
    }
    let exitCode = tellComparison(report, invocation, surroundings);
    if (kept && kept.count > 0) stderr.write(`Runs kept       ${kept.folder}\n`);
    if (kept?.problem) stderr.problem(kept.problem);
    const { ended, problem: endedBy } = report.measured;
    if (endedBy) stderr.problem(endedBy.message);
    if (exitCode === 0 && (endedBy || kept?.problem)) exitCode = 1;
    return ended === 'cancelled' ? cancelledExitCode : exitCode;
  } finally {
    // Last, so that a late Ctrl-C does not leave half a file.
    cancellation.stop();
  }
}

/** Writes the problem as JSON if there is nothing to compare. */
function tellProblem(problem: MeasureProblem, json: string, stdout: TerminalOutput): void {
  const text = `${plainJson({ hotframeComparison: 1, problem })}\n`;
  if (json === '-') stdout.write(text);
  else writeWholeFile(json, text);
}
