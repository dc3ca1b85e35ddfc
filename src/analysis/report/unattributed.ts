import type { UnattributedReport } from '../../shared/report.ts';
import type { ProfileFunction } from '../profile/profile.ts';

/** Tallies samples without a visible frame, by their innermost code; that of Node.js by what called it too. */
export class Unattributed {
  samples = 0;
  /** Function → caller → samples. */
  readonly #counts = new Map<number, Map<string, number>>();

  constructor(private readonly functions: readonly ProfileFunction[]) {}

  /**
   * @param fn its index; the leaf's if the stack has no code
   * @param innermostPackage of the stack; empty without one
   */
  add(fn: number, innermostPackage: string, count: number): void {
    this.samples += count;
    const caller = this.functions[fn]!.area === 'core' ? innermostPackage : '';
    const callers = this.#counts.get(fn) ?? new Map<string, number>();
    this.#counts.set(fn, callers.set(caller, (callers.get(caller) ?? 0) + count));
  }

  /** Largest first. */
  report(share: number): UnattributedReport[] {
    return [...this.#counts]
      .flatMap(([fn, callers]) => {
        const { name, file, area, package: of } = this.functions[fn]!;
        const module = area === 'core' ? { file } : {};
        return [...callers].map(([caller, count]) => ({
          ...{ name, ...module, area, package: of },
          ...(caller && { caller }),
          self: count * share,
        }));
      })
      .sort((a, b) => b.self - a.self);
  }
}
