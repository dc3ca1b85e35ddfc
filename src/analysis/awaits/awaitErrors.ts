import { noCause, varianceOf, type CauseShares } from './causeTree.ts';

/** Adds up how far what lines are charged after their awaits may be off, since few samples were learned. */
export class AwaitErrors {
  /** By estimate: how many samples were charged by it. */
  readonly #charged = new Map<object, { causes: CauseShares; samples: number }>();

  add(causes: CauseShares, samples: number): void {
    const there = this.#charged.get(causes.estimate);
    if (there) there.samples += samples;
    else this.#charged.set(causes.estimate, { causes, samples });
  }

  /**
   * Standard errors of the lines' shares of `whole` samples. Stacks that are charged by one estimate
   * are off together, others by chance.
   */
  byLine(lineOf: (cause: number) => string | null, whole: number): Map<string, number> {
    const variances = new Map<string, number>();
    for (const { causes, samples } of this.#charged.values()) {
      const shares = new Map<string, number>();
      for (const [cause, share] of causes.shares) {
        const line = cause === noCause ? null : lineOf(cause);
        if (line === null) continue;
        shares.set(line, (shares.get(line) ?? 0) + share);
      }
      for (const [line, share] of shares) {
        const own = (samples / whole) ** 2 * varianceOf(share, causes.samples);
        variances.set(line, (variances.get(line) ?? 0) + own);
      }
    }
    return new Map([...variances].map(([line, variance]) => [line, Math.sqrt(variance)]));
  }
}
