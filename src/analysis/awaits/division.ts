import type { CauseShares } from './causeTree.ts';
import { noCause } from './causeTree.ts';

/** Divides samples among causes, so that each has its share of all of them, not of each stack's few. */
export class Division {
  readonly #owed = new Map<number, number>();

  owe({ shares }: CauseShares, samples: number): void {
    for (const [cause, share] of shares) {
      this.#owed.set(cause, (this.#owed.get(cause) ?? 0) + share * samples);
    }
  }

  /** The cause of the stack that waits for most. */
  next({ shares }: CauseShares): number {
    let next = noCause;
    let most = -Infinity;
    for (const cause of shares.keys()) {
      const owed = this.#owed.get(cause)!;
      if (owed <= most) continue;
      next = cause;
      most = owed;
    }
    this.#owed.set(next, most - 1);
    return next;
  }
}
