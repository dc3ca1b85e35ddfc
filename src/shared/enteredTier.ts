import type { TierChange } from './tierStory.ts';
import type { Tier } from './vocabulary.ts';

/**
 * The tier of the code that a call of a function enters in one isolate, change by change:
 *
 *     ignition ─► sparkplug ─► turbofan ─(deopt)─► sparkplug ─► turbofan
 */
export class EnteredTier {
  /** Null before the first change. */
  current: Tier | null = null;
  /** The tier that remains without optimized code. */
  #lower: Tier | null = null;

  add(change: TierChange): void {
    switch (change.type) {
      case 'compiled':
        // A call does not enter code for a running loop (on-stack replacement).
        if (change.onStack) return;
        if (isOptimizing(change.tier)) {
          this.current = change.tier;
          return;
        }
        this.#lower = change.tier;
        if (change.tier === 'ignition' || this.current === null || !isOptimizing(this.current)) {
          this.current = change.tier;
        }
        return;
      case 'deopt':
        // A deopt of older code changes nothing: calls enter newer code by now.
        if (change.onStack || (this.current !== null && change.from !== this.current)) return;
        this.current = this.#lower ?? (this.current && 'ignition');
        return;
      case 'disabled':
        return;
    }
  }
}

export function isOptimizing(tier: Tier): boolean {
  return tier === 'maglev' || tier === 'turbofan';
}
