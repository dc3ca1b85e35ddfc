import { realpathSync } from 'node:fs';
import { flameCounts } from '../analysis/flame/flameCounts.ts';
import { FlameOwner } from '../analysis/flame/flameOwner.ts';
import { functionsByLine, type FunctionsAt } from '../analysis/report/functionsByLine.ts';
import { markersByLine } from '../analysis/report/markerLines.ts';
import type { Profile } from '../analysis/profile/profile.ts';
import type { SavedRun } from '../analysis/profile/savedRun.ts';
import { normalPath } from '../analysis/source/filePath.ts';
import { sourcesOrDisk, type SourceOf } from '../engine/profile/sourceOf.ts';
import { pathKey } from '../shared/filePaths.ts';
import type { LineFunction } from '../shared/flameWire.ts';
import type { FunctionReport, LineReport, Report } from '../shared/report.ts';
import { folderOfReport } from '../shared/reportSubject.ts';

/** The profile that is shown, with what the editor asks of it by file and line. */
export class ShownProfile {
  readonly profile: Profile;
  readonly report: Report;
  readonly owner: FlameOwner;
  readonly functionsAt: FunctionsAt;
  readonly lineFunctions: Record<string, LineFunction>;
  /** The functions whose marker is told at a line. */
  readonly markers: Map<LineReport, FunctionReport[]>;
  readonly sourceOf: SourceOf;
  readonly #lines: Map<string, LineReport[]>;
  readonly #functions: Map<string, FunctionReport[]>;
  /** What the profile calls a file, by its key: an editor may spell it another way. */
  readonly #names = new Map<string, string>();

  constructor(
    { profile, report }: SavedRun,
    readonly path: string | null,
    /** Milliseconds since 1970. */
    readonly takenAt: number,
    /** Below which the texts of its files may be read. */
    readonly workspaceFolders: readonly string[],
  ) {
    this.profile = profile;
    this.report = report;
    this.owner = new FlameOwner(profile, report, folderOfReport(report));
    this.functionsAt = functionsByLine(profile, report.functions);
    this.lineFunctions = this.owner.lineFunctions();
    this.markers = markersByLine(report.lines, this.functionsAt);
    this.sourceOf = sourcesOrDisk(profile.sources, workspaceFolders);
    this.#lines = byFile(report.lines);
    this.#functions = byFile(report.functions);
    for (const file of this.#lines.keys()) this.#names.set(pathKey(file), file);
  }

  /** Samples that all shares are of. */
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

  /** A file as it is on disk now; null where it is gone, or may not be read. */
  textNow(file: string): string | null {
    return sourcesOrDisk(new Map(), this.workspaceFolders)(file);
  }

  /** A file as the profile knows it, which is its real path; null where the profile has no time in it. */
  fileOf(path: string): string | null {
    const named = this.#names.get(pathKey(path));
    if (named !== undefined) return named;
    try {
      return this.#names.get(pathKey(normalPath(realpathSync.native(path)))) ?? null;
    } catch {
      // Deleted since, or not saved yet.
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
