import { realpathSync } from 'node:fs';
import { flameCounts } from '../../analysis/flame/flameCounts.ts';
import { FlameModel } from '../../analysis/flame/flameModel.ts';
import { measuredAlone } from '../../analysis/report/measuredAlone.ts';
import { functionsByLine, type FunctionsAt } from '../../analysis/report/functionsByLine.ts';
import { markersByLine } from '../../analysis/report/markerLines.ts';
import type { Profile } from '../../analysis/profile/profile.ts';
import type { SavedRun } from '../../analysis/saved/savedRun.ts';
import { normalPath } from '../../analysis/text/filePath.ts';
import { sourcesOrDisk, type SourceOf } from '../../engine/profile/sourceOf.ts';
import { pathKey } from '../../shared/filePaths.ts';
import { findingsWithout, type FindingKind } from '../../shared/finding.ts';
import type { LineFunction } from '../../shared/flameWire.ts';
import type { FunctionReport, LineReport, Report } from '../../shared/report.ts';
import { folderOfReport } from '../../shared/reportSubject.ts';

/** The shown profile, with look-ups by file and line for the editor. */
export class LoadedProfile {
  readonly profile: Profile;
  readonly report: Report;
  readonly model: FlameModel;
  readonly functionsAt: FunctionsAt;
  readonly lineFunctions: Record<string, LineFunction>;
  /** The functions whose marker is shown at a line. */
  readonly markers: Map<LineReport, FunctionReport[]>;
  readonly sourceOf: SourceOf;
  readonly #lines: Map<string, LineReport[]>;
  readonly #functions: Map<string, FunctionReport[]>;
  /** The profile's name of each file by its key, because an editor may spell it another way. */
  readonly #names = new Map<string, string>();

  constructor(
    /** As it was opened; what is shown of it may be less. */
    readonly run: SavedRun,
    readonly path: string | null,
    readonly takenAt: number,
    /** Texts of its files may only be read below these. */
    readonly workspaceFolders: readonly string[],
    chargesAwaits = true,
    findingsOff: readonly FindingKind[] = [],
  ) {
    const { profile, report: whole } = chargesAwaits ? run : measuredAlone(run);
    const report = findingsWithout(whole, findingsOff);
    this.profile = profile;
    this.report = report;
    this.model = new FlameModel(profile, report, folderOfReport(report));
    this.functionsAt = functionsByLine(profile, report.functions);
    this.lineFunctions = this.model.lineFunctions();
    this.markers = markersByLine(report.lines, this.functionsAt);
    this.sourceOf = sourcesOrDisk(profile.sources, workspaceFolders);
    this.#lines = byFile(report.lines);
    this.#functions = byFile(report.functions);
    for (const file of [...profile.sources.keys(), ...this.#lines.keys()]) {
      this.#names.set(pathKey(file), file);
    }
  }

  /** The number of samples that all shares refer to. */
  get onCpuSamples(): number {
    return flameCounts(this.profile).onCpu;
  }

  /** Hottest first. */
  linesOf(file: string): LineReport[] {
    return this.#lines.get(file) ?? [];
  }

  /** Hottest first. */
  functionsOf(file: string): FunctionReport[] {
    return this.#functions.get(file) ?? [];
  }

  files(): string[] {
    return [...this.#lines.keys()];
  }

  /** The current text of a file on disk; null if it is gone or may not be read. */
  textNow(file: string): string | null {
    return sourcesOrDisk(new Map(), this.workspaceFolders)(file);
  }

  /**
   * The profile's name of a file, which is its real path; null if the profile has neither time in it nor
   * its text.
   */
  fileOf(path: string): string | null {
    const named = this.#names.get(pathKey(path));
    if (named !== undefined) return named;
    try {
      return this.#names.get(pathKey(normalPath(realpathSync.native(path)))) ?? null;
    } catch {
      // The file was deleted, or not saved yet.
      return null;
    }
  }
}

function byFile<T extends { file: string }>(entries: T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const group = groups.get(entry.file);
    if (group) group.push(entry);
    else groups.set(entry.file, [entry]);
  }
  return groups;
}
