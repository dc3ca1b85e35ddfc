import { resolve } from 'node:path';
import { functionsByLine } from '../analysis/report/functionsByLine.ts';
import { measuredAlone } from '../analysis/report/measuredAlone.ts';
import { partOfReport } from '../analysis/report/partOfProfile.ts';
import { openBeside } from '../engine/import/openBeside.ts';
import type { OpenedProfile } from '../engine/import/openProfiles.ts';
import { RunFileError } from '../engine/profile/savedRunFile.ts';
import { sourcesOrDisk, type SourceOf } from '../engine/profile/sourceOf.ts';
import { findWorkspaceFolders } from '../engine/files/workspaceFolders.ts';
import { findingsWithout } from '../shared/finding.ts';
import { folderOfReport } from '../shared/reportSubject.ts';
import type { Area } from '../shared/vocabulary.ts';
import { type Outputs, reportJson, writeOutputs } from './outputs.ts';
import { cancelledExitCode, cancelOnSignals } from './cancelOnSignals.ts';
import { hasColour, type Surroundings } from './surroundings.ts';
import { createStyle } from './terminal/style.ts';
import { eraseLine, type TerminalOutput } from './terminal/terminalOutput.ts';
import { terminalReport } from './terminal/terminalReport.ts';

export interface OpenCommandOptions {
  files: string[];
  areas: Area[];
  /** False: the samples as they were taken, without what is charged to lines by their awaits. */
  async: boolean;
}

/** `hotframe open`: reads, prints, writes files. Gives the exit code. */
export async function openCommand(
  { files, areas, async }: OpenCommandOptions,
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
    const shown = withAreas(async ? opened : measuredAlone(opened), areas);
    return show({ ...shown, sourceOf }, outputs, surroundings);
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

/** Rebuilds the report of a saved run that was saved with other areas. */
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
  { profile, report: whole, sourceOf }: OpenedProfile & { sourceOf: SourceOf },
  outputs: Outputs,
  { stdout, stderr, env, cwd, assetsFolder }: Surroundings,
): number {
  const report = findingsWithout(whole, outputs.findingsOff);
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

/** The first piece of a large file is less than this. */
const largeBelowPercent = 2;

/** Shows how much is read: on a terminal a line that is rewritten, elsewhere one line if the file is large. */
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
