import { resolve } from 'node:path';
import { functionsByLine } from '../analysis/report/functionsByLine.ts';
import { partOfReport } from '../analysis/profile/partOfProfile.ts';
import { openBeside } from '../engine/import/openBeside.ts';
import type { OpenedProfile } from '../engine/import/openProfiles.ts';
import { RunFileError } from '../engine/profile/savedRunFile.ts';
import { sourcesOrDisk, type SourceOf } from '../engine/profile/sourceOf.ts';
import { findWorkspaceFolders } from '../engine/profile/workspaceFolders.ts';
import { folderOfReport } from '../shared/reportSubject.ts';
import type { Area } from '../shared/vocabulary.ts';
import type { Outputs } from './arguments.ts';
import { cancelledExitCode, cancelOnSignals } from './cancelOnSignals.ts';
import { reportJson, writeOutputs } from './outputs.ts';
import { hasColour, type Surroundings } from './runCommand.ts';
import { createStyle } from './terminal/style.ts';
import { eraseLine, type TerminalOutput } from './terminal/terminalOutput.ts';
import { terminalReport } from './terminal/terminalReport.ts';

/** What is opened, and what of it is visible. Paths are absolute. */
export interface OpenCommandOptions {
  files: string[];
  areas: Area[];
}

/** `hotframe open`: reads, prints, writes files. Gives the exit code. */
export async function openCommand(
  { files, areas }: OpenCommandOptions,
  outputs: Outputs,
  surroundings: Surroundings,
): Promise<number> {
  const { stderr, cwd } = surroundings;
  const cancellation = cancelOnSignals();
  const line = new ReadingLine(stderr);
  const workspaceFolders = findWorkspaceFolders(cwd, []);
  try {
    const opened = await openBeside(
      { paths: files.map((file) => resolve(cwd, file)), workspaceFolders, areas },
      cancellation.signal,
      (share) => line.show(share),
    );
    line.end();
    const sourceOf = sourcesOrDisk(opened.profile.sources, workspaceFolders);
    return show({ ...withAreas(opened, areas), sourceOf }, outputs, surroundings);
  } catch (error) {
    line.end();
    if (cancellation.signal.aborted) return cancelledExitCode;
    if (!(error instanceof RunFileError)) throw error;
    stderr.problem(error.message);
    return 1;
  } finally {
    cancellation.stop();
  }
}

/** A saved run has the lines of the areas that it was saved with. */
function withAreas(opened: OpenedProfile, areas: Area[]): OpenedProfile {
  const { profile, report } = opened;
  const { sampling } = report;
  if (!sampling || (sampling.areas ?? ['app']).join() === areas.join()) return opened;
  return {
    ...opened,
    report: partOfReport({ ...report, sampling: { ...sampling, areas } }, profile),
  };
}

function show(
  { profile, report, sourceOf }: OpenedProfile & { sourceOf: SourceOf },
  outputs: Outputs,
  { stdout, stderr, env, cwd, assetsFolder }: Surroundings,
): number {
  const baseFolder = folderOfReport(report) || cwd;
  const forPeople = outputs.json === '-' ? stderr : stdout;
  const style = createStyle({
    columns: forPeople.columns ?? (Number(env['COLUMNS']) || 100),
    colour: hasColour(forPeople, env),
    baseFolder,
  });
  const functionsAt = functionsByLine(profile, report.functions);
  forPeople.write(terminalReport({ report, sourceOf, functionsAt }, style));
  const extras = { assetsFolder, baseFolder, sourceOf };
  const { written, problems } = writeOutputs({ report, profile }, outputs, extras);
  if (outputs.json === '-') stdout.write(reportJson(report));
  if (written.length > 0) forPeople.write(`\n${written.join('\n')}\n`);
  for (const problem of problems) stderr.problem(problem);
  return problems.length > 0 ? 1 : 0;
}

/** Of a large file, the first piece is no more. */
const largeBelowPercent = 2;

/** How much is read: on a terminal one line that is written over, elsewhere one word of a large file. */
class ReadingLine {
  #shown = -1;
  #isSaid = false;

  constructor(private readonly output: TerminalOutput) {}

  show(share: number): void {
    const percent = Math.floor(share * 100);
    if (!this.output.isTerminal) {
      if (!this.#isSaid && percent < largeBelowPercent)
        this.output.write('Reading a large profile…\n');
      this.#isSaid = true;
      return;
    }
    if (percent === this.#shown) return;
    this.#shown = percent;
    this.output.write(`${eraseLine}Reading, ${percent} %`);
  }

  end(): void {
    if (this.#shown >= 0) this.output.write(eraseLine);
    this.#shown = -1;
  }
}
