import { basename } from 'node:path';
import { NotComparableError, refuseDeep } from '../analysis/compare/notComparable.ts';
import { StateComparison } from '../analysis/compare/stateComparison.ts';
import { readSavedRun, RunFileError } from '../engine/profile/savedRunFile.ts';
import { writeWholeFile } from '../engine/files/wholeFile.ts';
import type { CompareReport } from '../shared/compareReport.ts';
import { plainJson } from '../shared/plainText.ts';
import { formatPercent, regressionPercent } from '../shared/verdictText.ts';
import type { CompareOptions } from './options/compareArguments.ts';
import { compareMarkdown } from './compareMarkdown.ts';
import { hasColour, type Surroundings } from './surroundings.ts';
import { compareText } from './terminal/compareText.ts';
import { createStyle } from './terminal/style.ts';
import type { TerminalOutput } from './terminal/terminalOutput.ts';

const regressionExitCode = 3;

/** `hotframe compare`: reads, compares, prints, writes files. Gives the exit code. */
export function compareCommand(options: CompareOptions, surroundings: Surroundings): number {
  let report: CompareReport;
  try {
    report = readAndCompare(options);
  } catch (error) {
    if (!(error instanceof RunFileError || error instanceof NotComparableError)) throw error;
    surroundings.stderr.problem(error.message);
    return 1;
  }
  return tellComparison(report, options, surroundings);
}

/** Prints a comparison and writes its files. Gives the exit code. */
export function tellComparison(
  report: CompareReport,
  options: Pick<CompareOptions, 'json' | 'markdown' | 'failOnRegressionPercent'>,
  { stdout, stderr, env, cwd }: Surroundings,
): number {
  const baseFolder = report.head.cwd ?? cwd;
  // If JSON or Markdown goes to standard output, nothing else may.
  const forPeople = options.json === '-' || options.markdown === '-' ? stderr : stdout;
  const style = createStyle({
    columns: forPeople.columns ?? (Number(env['COLUMNS']) || 100),
    colour: hasColour(forPeople, env),
    baseFolder,
  });
  forPeople.write(compareText(report, style));
  let problems = 0;
  const write = (path: string | null, text: () => string): void => {
    if (path === null) return;
    if (path === '-') {
      stdout.write(text());
      return;
    }
    try {
      writeWholeFile(path, text());
    } catch (error) {
      problems++;
      const reason = error instanceof Error ? error.message : String(error);
      stderr.problem(`${path} could not be written, ${reason}.`);
    }
  };
  write(options.json, () => `${plainJson(report)}\n`);
  write(options.markdown, () => compareMarkdown(report, baseFolder));
  if (problems > 0) return 1;
  return isRegression(report, options.failOnRegressionPercent, stderr) ? regressionExitCode : 0;
}

function readAndCompare({ base, head, sameCode, areas }: CompareOptions): CompareReport {
  const comparison = new StateComparison({ areas, packages: [] });
  // One at a time, because a saved run can have hundreds of megabytes.
  for (const file of base) addFile('base', file);
  for (const file of head) addFile('head', file);
  for (const file of sameCode) {
    const { report, takenAt } = readSavedRun(file);
    refuseDeep(report, basename(file));
    comparison.addSameCode(report, takenAt);
  }
  return comparison.report();

  function addFile(side: 'base' | 'head', file: string): void {
    const run = readSavedRun(file);
    refuseDeep(run.report, basename(file));
    comparison.add(side, run, run.takenAt);
  }
}

function isRegression(
  report: CompareReport,
  limitPercent: number | null,
  stderr: TerminalOutput,
): boolean {
  if (limitPercent === null) return false;
  if (report.verdict.kind === 'cannot-tell') {
    stderr.problem('no regression is counted, because the runs cannot tell.');
    return false;
  }
  const slowerBy = regressionPercent(report);
  if (slowerBy === null || slowerBy < limitPercent) return false;
  stderr.problem(
    `slower by ${formatPercent(slowerBy)}, and --fail-on-regression says ${formatPercent(limitPercent)}.`,
  );
  return true;
}
