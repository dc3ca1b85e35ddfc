import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readFileWithin } from '../../engine/regularFile.ts';
import { isAlive } from '../../engine/processes/processTable.ts';
import { writeWholeFile } from '../../engine/wholeFile.ts';
import type { ComparedPaths } from '../../shared/compareWire.ts';
import type { MeasureReport, Side } from '../../shared/measure.ts';

const folderName = /^measured-\d+$/;
const reportName = 'report.json';
const maxReportBytes = 20_000_000;
/** The number is of the language server whose window shows these runs. */
const claimName = /^window-(\d+)$/;

/**
 * The runs of a measuring in a folder of their own, with what it said at its end, so that the page
 * of them comes back after a reload.
 *
 *   storage/measured-1790000000000/base-1.hotframe
 *   storage/measured-1790000000000/report.json
 *   storage/measured-1790000000000/window-4711
 */
export class MeasuredFolder {
  readonly paths: Record<Side, string[]> = { base: [], head: [] };
  readonly #folder: string;

  constructor(private readonly storage: string) {
    this.#folder = join(storage, `measured-${Date.now()}`);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    claim(this.#folder);
  }

  /** Where the next run of the side goes. */
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

  /** Those of earlier measurings that no other window shows or measures. */
  removeOthers(): void {
    for (const name of readdirSync(this.storage)) {
      const path = join(this.storage, name);
      if (!folderName.test(name) || path === this.#folder || isOfAnother(path)) continue;
      removeFolder(path);
    }
  }
}

/** What another program reads stays on Windows, for the next measuring to remove. */
function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}

/** Whether it is a run of a measuring, by its place. */
export function isMeasuredRun(path: string): boolean {
  return folderName.test(basename(dirname(path)));
}

/** This window shows them now: others on the same workspace leave them there until it is closed. */
export function claimMeasured(paths: ComparedPaths): void {
  const folder = folderOf(paths);
  if (folder !== null) claim(folder);
}

/** What was said at the end of the measuring whose runs these are, all of them; null: they are of none. */
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
    // Without it they are compared like any other runs.
    return null;
  }
}

/** The folder of the measuring that all of them are of. */
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
    // On a full disk it is shown nevertheless.
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
