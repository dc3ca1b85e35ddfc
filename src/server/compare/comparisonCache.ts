import { setImmediate } from 'node:timers/promises';
import { AreaShares } from '../../analysis/compare/areaShares.ts';
import type { DiffFlameTree } from '../../analysis/flame/diffFlame.ts';
import type { SavedRun } from '../../analysis/profile/savedRun.ts';
import { StateComparison } from '../../analysis/compare/stateComparison.ts';
import type { ComparedPaths, ToComparison } from '../../shared/compareWire.ts';
import type { CompareReport } from '../../shared/compareReport.ts';
import type { Visibility } from '../../shared/flameWire.ts';

/** A run of one of two states, which is read each time that it is looked at: hundreds of megabytes are not kept. */
export interface ComparedRun {
  side: 'base' | 'head';
  /** Throws an Error with a sentence where it can't be read. */
  read(): SavedRun & { takenAt: number };
}

/** Two states of the code with some frames visible. */
export interface ComparedView {
  comparison: StateComparison;
  flame: DiffFlameTree;
}

/** What is compared, and the views of it that were asked for last. */
export class ComparisonCache {
  /** Last used last. */
  readonly #views = new Map<string, Promise<ComparedView>>();
  #shares = new AreaShares();

  constructor(
    readonly runs: readonly ComparedRun[],
    readonly paths: ComparedPaths | null,
    /** Of a measuring, which knows more of it than the runs say. */
    private readonly measured: CompareReport | null = null,
  ) {}

  /** Throws where a run can't be read. */
  async message(): Promise<Extract<ToComparison, { type: 'comparison' }>> {
    const { comparison } = await this.view(ownCode);
    // Its functions are known by the numbers of this comparison.
    const report = this.measured
      ? { ...this.measured, code: comparison.changes() }
      : comparison.report();
    return {
      type: 'comparison',
      report,
      paths: this.paths,
      lineTexts: comparison.lineTexts(report.code),
      ...this.#shares.mean(),
      baseFolder: comparison.baseFolder,
    };
  }

  /** Throws where a run can't be read. */
  view(visibility: Visibility): Promise<ComparedView> {
    const { areas, packages } = visibility;
    const key = JSON.stringify([areas.toSorted(), packages.toSorted()]);
    const view = this.#views.get(key) ?? this.#read(visibility);
    this.#views.delete(key);
    this.#views.set(key, view);
    // What has failed is tried again.
    view.catch(() => this.#views.delete(key));
    for (const old of this.#views.keys()) {
      if (this.#views.size <= maxViews) break;
      this.#views.delete(old);
    }
    return view;
  }

  /** The text of a file as a state ran it; null where that is not known. */
  async ranText(side: 'base' | 'head', file: string): Promise<string | null> {
    // Whatever is visible, each view has all texts.
    const [view] = this.#views.values();
    return (await view)?.comparison[side].textOf(file)?.text ?? null;
  }

  async #read(visibility: Visibility): Promise<ComparedView> {
    const comparison = new StateComparison(visibility);
    const shares = new AreaShares();
    for (const { side, read } of this.runs) {
      const run = read();
      comparison.add(side, run, run.takenAt);
      if (side === 'head') shares.add(run);
      // Each takes a while, and others ask meanwhile.
      await setImmediate();
    }
    this.#shares = shares;
    return { comparison, flame: comparison.flame() };
  }
}

/** What reports and lines are of. */
export const ownCode: Visibility = { areas: ['app'], packages: [] };

/** A view of a million nodes and twenty runs takes some hundred megabytes. */
const maxViews = 2;
