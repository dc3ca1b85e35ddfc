import type { TierChange } from '../../src/shared/tierStory.ts';

/** What V8 did, in words. */
export function changeWords(change: TierChange): string {
  switch (change.type) {
    case 'compiled':
      return change.tier;
    case 'deopt':
      return `deoptimized: ${change.deopt.reason}`;
    case 'disabled':
      return `given up: ${change.reason}`;
  }
}
