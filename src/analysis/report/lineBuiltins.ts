import type { LineReport } from '../../shared/report.ts';
import type { ProfileFunction } from '../profile/profile.ts';

/** A line with more builtins spends little in each. */
const maxBuiltins = 8;

/** Names that stand for unknown code. */
const notKnown = new Set(['(stack not recorded)', '(inlined function)']);

/** Counts a line's samples in each piece of V8's own code, by the index of its pseudo-function. */
export class LineBuiltins {
  #counts: Map<number, number> | null = null;

  add(builtin: number, count: number): void {
    this.#counts ??= new Map();
    this.#counts.set(builtin, (this.#counts.get(builtin) ?? 0) + count);
  }

  /** @param share share of one sample */
  report(functions: readonly ProfileFunction[], share: number): Pick<LineReport, 'builtins'> {
    if (!this.#counts) return {};
    const builtins = [...this.#counts]
      .map(([builtin, count]) => ({ name: functions[builtin]!.name, self: count * share }))
      .filter(({ name }) => !notKnown.has(name))
      .sort((a, b) => b.self - a.self)
      .slice(0, maxBuiltins);
    return builtins.length > 0 ? { builtins } : {};
  }
}
