import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { savedRunPieces, type SavedRun } from '../../analysis/saved/savedRun.ts';
import { writeWholeFile } from '../files/wholeFile.ts';
import type { Side } from '../../shared/measure.ts';

/** The name of a kept run: `base-01.cpuprofile`. */
export const keptRun = /^(?:base|head)-\d+\.cpuprofile$/;

/** Keeps the runs of a measurement in a folder, for `hotframe compare 'base-*' 'head-*'`. */
export class MeasuredRuns {
  /** The first reason why a run could not be written; null if all were. */
  problem: string | null = null;
  count = 0;

  constructor(readonly folder: string) {}

  keep(side: Side, { profile, report }: SavedRun, order: number): void {
    const name = `${side}-${String(order).padStart(2, '0')}.cpuprofile`;
    try {
      mkdirSync(this.folder, { recursive: true });
      writeWholeFile(join(this.folder, name), savedRunPieces(profile, report));
      this.count++;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.problem ??= `${join(this.folder, name)} could not be written, ${reason}.`;
    }
  }
}
