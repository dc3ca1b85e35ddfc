import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readFileWithin } from '../../engine/files/regularFile.ts';
import { isAlive } from '../../engine/processes/processTable.ts';
import { writeWholeFile } from '../../engine/files/wholeFile.ts';
import type { ComparedPaths } from '../../shared/compareWire.ts';
import type { MeasureReport, Side } from '../../shared/measure.ts';

const folderName = /^measured-\d+$/;
const reportName = 'report.json';
const maxReportBytes = 20_000_000;
/** The number is the process id of the language server whose window shows these runs. */
const claimName = /^window-(\d+)$/;

/**
 * Holds a measurement's runs and final report in their own folder, so that its page comes back
 * after a reload:
 *
 *     storage/measured-1790000000000/base-1.hotframe
 *     storage/measured-1790000000000/report.json
 *     storage/measured-1790000000000/window-4711
 */
export class MeasuredFolder {
  readonly paths: Record<Side, string[]> = { base: [], head: [] };
  readonly #folder: string;

  constructor(private readonly storage: string) {
    this.#folder = join(storage, `measured-${Date.now()}`);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    claim(this.#folder);
  }

  /** The path for the next run of a side. */
  nextPath(side: Side): string {
    const path = join(this.#folder, `${side}-${this.paths[side].length + 1}.hotframe`);
    this.paths[side].push(path);
    return path;
  }

  keepReport(report: MeasureReport): void {
    writeWholeFile(join(this.#folder, reportName), JSON.stringify(report));
  }

  remove(): void {
    removeFolder(this.#folder);
  }

  /** Removes earlier measurements that no other window shows or writes. */
  removeOthers(): void {
    for (const name of readdirSync(this.storage)) {
      const path = join(this.storage, name);
      if (!folderName.test(name) || path === this.#folder || isOfAnother(path)) continue;
      removeFolder(path);
    }
  }
}

/** Removes a folder, or leaves it to the next measurement if Windows refuses as it is in use. */
function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}

/** Whether a path is that of a measurement's run. */
export function isMeasuredRun(path: string): boolean {
  return folderName.test(basename(dirname(path)));
}

/** Marks the runs as shown by this window, so that other windows don't remove them. */
export function claimMeasured(paths: ComparedPaths): void {
  const folder = folderOf(paths);
  if (folder !== null) claim(folder);
}

/**
 * The final report of the measurement that consisted of exactly these runs; null if there is none.
 */
export function measuredReport(paths: ComparedPaths): MeasureReport | null {
  const { base, head } = paths;
  const folder = folderOf(paths);
  if (folder === null) return null;
  try {
    const bytes = readFileWithin(join(folder, reportName), maxReportBytes);
    const report = JSON.parse(bytes.toString('utf8')) as MeasureReport;
    const isOfThese = report.baseRuns === base.length && report.headRuns === head.length;
    return report.hotframeComparison === 1 && isOfThese ? report : null;
  } catch {
    // Without a report, they are compared like any other runs.
    return null;
  }
}

/** The one folder of a measurement that contains all the runs, or null. */
function folderOf({ base, head }: ComparedPaths): string | null {
  const paths = [...base, ...head];
  const [folder, ...others] = new Set(paths.map((path) => dirname(path)));
  const isOne = folder !== undefined && others.length === 0 && isMeasuredRun(paths[0]!);
  return isOne ? folder : null;
}

function claim(folder: string): void {
  try {
    writeFileSync(join(folder, `window-${process.pid}`), '', { mode: 0o600 });
  } catch {
    // The runs can be shown even if the disk is full.
  }
}

function isOfAnother(folder: string): boolean {
  return namesIn(folder).some((name) => {
    const pid = Number(claimName.exec(name)?.[1]);
    return pid > 0 && pid !== process.pid && isAlive(pid);
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Another window has just removed it.
    return [];
  }
}
