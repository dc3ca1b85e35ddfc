import type { LineReport } from '../../shared/report.ts';
import type { ProfileFunction } from '../profile/profile.ts';

/** A line with more of them spends little in each. */
const maxBuiltins = 8;

/** What V8's log has no name for is none. */
const notKnown = new Set(['(stack not recorded)', '(inlined function)']);

/** How many of a line's samples were in which code of V8's own, by the index of its pseudo-function. */
export class LineBuiltins {
  #counts: Map<number, number> | null = null;

  add(builtin: number, count: number): void {
    this.#counts ??= new Map();
    this.#counts.set(builtin, (this.#counts.get(builtin) ?? 0) + count);
  }

  /** @param share of one sample */
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
