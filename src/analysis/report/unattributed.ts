import type { UnattributedReport } from '../../shared/report.ts';
import type { ProfileFunction } from '../profile/profile.ts';

/** Tallies samples without a visible frame, by their innermost code and the package that called it. */
export class Unattributed {
  samples = 0;
  readonly #counts = new Map<number, Map<string, number>>();

  /**
   * @param fn its index; the leaf's if the stack has no code
   * @param caller the innermost package on the stack; empty without one
   */
  add(fn: number, caller: string, count: number): void {
    this.samples += count;
    let callers = this.#counts.get(fn);
    if (!callers) this.#counts.set(fn, (callers = new Map<string, number>()));
    callers.set(caller, (callers.get(caller) ?? 0) + count);
  }

  /** Largest first. Only functions of Node.js are told apart by their callers. */
  report(functions: readonly ProfileFunction[], share: number): UnattributedReport[] {
    const reports: UnattributedReport[] = [];
    for (const [fn, callers] of this.#counts) {
      const { name, file, area, package: of } = functions[fn]!;
      const entry = { name, area, package: of };
      if (area === 'core') {
        for (const [caller, count] of callers) {
          reports.push({ ...entry, file, ...(caller && { caller }), self: count * share });
        }
      } else {
        const count = [...callers.values()].reduce((sum, each) => sum + each, 0);
        reports.push({ ...entry, self: count * share });
      }
    }
    return reports.sort((a, b) => b.self - a.self);
  }
}
