import type { TierChange } from './tierStory.ts';
import type { Tier } from './vocabulary.ts';

/**
 * The tier of the code that a call of a function enters in one isolate, change by change:
 *
 *     ignition ─► sparkplug ─► turbofan ─(deopt)─► sparkplug ─► turbofan
 */
export class EnteredTier {
  /** Null where no change has told yet. */
  current: Tier | null = null;
  /** What is there without optimized code. */
  #lower: Tier | null = null;

  add(change: TierChange): void {
    switch (change.type) {
      case 'compiled':
        // Code for a loop that runs is not what a call enters.
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
        // Of older code than what calls enter by now, it changes nothing.
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
