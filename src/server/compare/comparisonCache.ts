import { setImmediate } from 'node:timers/promises';
import { AreaShares } from '../../analysis/compare/areaShares.ts';
import type { DiffFlameTree } from '../../analysis/compare/diffFlame.ts';
import type { SavedRun } from '../../analysis/saved/savedRun.ts';
import { StateComparison } from '../../analysis/compare/stateComparison.ts';
import type { ComparedPaths, ToComparison } from '../../shared/compareWire.ts';
import type { CompareReport } from '../../shared/compareReport.ts';
import type { Visibility } from '../../shared/flameWire.ts';

/** A run of one of two states, read when needed: keeping runs would take hundreds of megabytes. */
export interface ComparedRun {
  side: 'base' | 'head';
  /** Throws an Error with a sentence if it can't be read. */
  read(): SavedRun & { takenAt: number };
}

/** Two states of the code, compared with some frames visible. */
export interface ComparedView {
  comparison: StateComparison;
  flame: DiffFlameTree;
}

/** The compared runs, and the views of them that were asked for last. */
export class ComparisonCache {
  /** The most recently used view comes last. */
  readonly #views = new Map<string, Promise<ComparedView>>();
  #shares = new AreaShares();

  constructor(
    readonly runs: readonly ComparedRun[],
    readonly paths: ComparedPaths | null,
    /** The report of a measurement, which says more than its runs do. */
    private readonly measured: CompareReport | null = null,
  ) {}

  /** Throws if a run can't be read. */
  async message(): Promise<Extract<ToComparison, { type: 'comparison' }>> {
    const { comparison } = await this.view(ownCode);
    // Function ids must be those of this comparison.
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

  /** Throws if a run can't be read. */
  view(visibility: Visibility): Promise<ComparedView> {
    const { areas, packages } = visibility;
    const key = JSON.stringify([areas.toSorted(), packages.toSorted()]);
    const view = this.#views.get(key) ?? this.#read(visibility);
    this.#views.delete(key);
    this.#views.set(key, view);
    // A failed view is not kept, so that the next request tries again.
    view.catch(() => this.#views.delete(key));
    for (const old of this.#views.keys()) {
      if (this.#views.size <= maxViews) break;
      this.#views.delete(old);
    }
    return view;
  }

  /** The text of a file as a state ran it; null if unknown. */
  async ranText(side: 'base' | 'head', file: string): Promise<string | null> {
    // Texts don't depend on visibility, so any view has them.
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
      // Reading a run takes a while; this lets other requests in between.
      await setImmediate();
    }
    this.#shares = shares;
    return { comparison, flame: comparison.flame() };
  }
}

/** The visibility of reports and lines. */
export const ownCode: Visibility = { areas: ['app'], packages: [] };

/** A view of a million nodes and twenty runs takes some hundred megabytes. */
const maxViews = 2;
