import type { PackageReport } from '../../shared/report.ts';
import { areas } from '../../shared/vocabulary.ts';
import { innermostShares, type InnermostShares } from '../flame/flameCounts.ts';
import type { SavedRun } from '../saved/savedRun.ts';

/** The mean over several runs of the shares of innermost areas and packages. */
export class AreaShares {
  readonly #runs: InnermostShares[] = [];
  readonly #packages: PackageReport[][] = [];

  add({ profile, report }: SavedRun): void {
    this.#runs.push(innermostShares(profile));
    this.#packages.push(report.packages);
  }

  /** `packages` is sorted by total share, largest first. */
  mean(): InnermostShares & { packages: PackageReport[] } {
    const count = Math.max(1, this.#runs.length);
    const areaShares = { app: 0, deps: 0, core: 0, wasm: 0, v8: 0, native: 0, gc: 0 };
    const packageShares: Record<string, number> = {};
    for (const run of this.#runs) {
      for (const area of areas) areaShares[area] += run.areaShares[area] / count;
      for (const [name, share] of Object.entries(run.packageShares)) {
        packageShares[name] = (packageShares[name] ?? 0) + share / count;
      }
    }
    const totals = new Map<string, PackageReport>();
    for (const { name, self, total } of this.#packages.flat()) {
      const sum = totals.get(name) ?? { name, self: 0, total: 0 };
      totals.set(name, { name, self: sum.self + self / count, total: sum.total + total / count });
    }
    const packages = [...totals.values()].sort((a, b) => b.total - a.total);
    return { areaShares, packageShares, packages };
  }
}
