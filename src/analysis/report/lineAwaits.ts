import type { LineReport } from '../../shared/report.ts';

/** A line with more of them waits little for each. */
const maxPackages = 8;

/** How many samples of a line ran after its `await` or in its callback, by the package that they were in. */
export class LineAwaits {
  #counts: Map<string, number> | null = null;

  add(packageName: string, count: number): void {
    this.#counts ??= new Map();
    this.#counts.set(packageName, (this.#counts.get(packageName) ?? 0) + count);
  }

  /**
   * @param share of one sample
   * @param error standard error of their share; absent if it is not known
   */
  report(
    share: number,
    error: number | undefined,
  ): Pick<LineReport, 'viaAwait' | 'viaAwaitError' | 'awaited'> {
    if (!this.#counts) return { viaAwait: 0 };
    const awaited = [...this.#counts]
      .map(([name, count]) => ({ name, self: count * share }))
      .sort((a, b) => b.self - a.self);
    const viaAwait = awaited.reduce((sum, { self }) => sum + self, 0);
    return {
      viaAwait,
      ...(error !== undefined && { viaAwaitError: error }),
      awaited: awaited.slice(0, maxPackages),
    };
  }
}
