import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeWholeFile } from '../../engine/wholeFile.ts';
import type { ComparedPaths } from '../../shared/compareWire.ts';
import type { MeasureReport, Side } from '../../shared/measure.ts';

const folderName = /^measured-\d+$/;
const reportName = 'report.json';

/**
 * The runs of a measuring in a folder of their own, with what it said at its end, so that the page
 * of them comes back after a reload.
 *
 *   storage/measured-1790000000000/base-1.hotframe
 *   storage/measured-1790000000000/report.json
 */
export class MeasuredFolder {
  readonly paths: Record<Side, string[]> = { base: [], head: [] };
  readonly #folder: string;

  constructor(private readonly storage: string) {
    this.#folder = join(storage, `measured-${Date.now()}`);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
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
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Those of earlier measurings. */
  removeOthers(): void {
    for (const name of readdirSync(this.storage)) {
      const path = join(this.storage, name);
      if (folderName.test(name) && path !== this.#folder) rmSync(path, { recursive: true });
    }
  }
}

/** What was said at the end of the measuring whose runs these are, all of them; null: they are of none. */
export function measuredReport({ base, head }: ComparedPaths): MeasureReport | null {
  const [folder, ...others] = new Set([...base, ...head].map((path) => dirname(path)));
  if (folder === undefined || others.length > 0 || !folderName.test(basename(folder))) return null;
  try {
    const report = JSON.parse(readFileSync(join(folder, reportName), 'utf8')) as MeasureReport;
    const isOfThese = report.baseRuns === base.length && report.headRuns === head.length;
    return report.hotframeComparison === 1 && isOfThese ? report : null;
  } catch {
    // Without it they are compared like any other runs.
    return null;
  }
}
