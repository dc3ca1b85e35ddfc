import { EnteredTier, isOptimizing } from '../../shared/enteredTier.ts';
import type { NotOptimized, TierChange } from '../../shared/tierStory.ts';
import type { Tier } from '../../shared/vocabulary.ts';

/** V8's limit from Node.js 18 to 26 (`--max-optimized-bytecode-size`, 60 KiB). */
const maxBytecodeBytes = 60 * 1024;
/** V8's reason if it notices the size only when it compiles. */
const tooBig = 'Function is too big to be optimized';
/** Code made this often within the window is not kept between uses. */
const minMadeAnew = 4;
/**
 * An upper bound of the bytecode that V8 runs before it optimizes a function of a size: a multiple
 * of its budget in older lines, a number of calls in newer ones. A function that ran for longer
 * than this takes at the pace below was hot.
 */
const hotBytes = (bytecodeBytes: number) => 400_000 + 1000 * bytecodeBytes;
/** Bytes of bytecode in a millisecond of own time. Arithmetic loops run three times as fast. */
const slowBytesPerMs = 100_000;

/** Facts about a function whose own samples were mostly in ignition or sparkplug. */
export interface LowFunction {
  /** Oldest first. */
  changes: readonly TierChange[];
  lastTier: Tier | null;
  madeInWindow: number;
  /** Its own time within the window, over all processes. */
  runMs: number;
  /** The part (0…1) of its own ignition and sparkplug samples before a moment. */
  lowPartBefore(ms: number): number;
}

/** Why V8 did not optimize the function, by the log; `unknown` if that does not say. */
export function whyLow(low: LowFunction): NotOptimized {
  const { changes, lastTier, madeInWindow, runMs } = low;
  const bytecodeBytes = sizeOfBytecode(changes);
  const disabled = changes.findLast((change) => change.type === 'disabled');
  const isTooLarge = bytecodeBytes > maxBytecodeBytes || disabled?.reason === tooBig;
  if (isTooLarge && bytecodeBytes > 0) {
    return { type: 'too-large', bytecodeBytes, limitBytes: maxBytecodeBytes };
  }
  if (disabled) return { type: 'disabled', reason: disabled.reason };

  if (madeInWindow >= minMadeAnew) {
    return { type: 'never-hot', evidence: { type: 'made-anew', count: madeInWindow } };
  }

  const deopt = changes.findLast((change) => change.type === 'deopt');
  const optimized = changes.filter(isOptimized);
  const isOptimizedNow = lastTier === 'maglev' || lastTier === 'turbofan';
  const again = deopt && optimized.find(({ atMs }) => atMs > deopt.atMs);
  if (deopt && (!again || low.lowPartBefore(again.atMs) > 0.5)) {
    return { type: 'deopted', atMs: deopt.atMs, againAtMs: again?.atMs ?? null, site: deopt.deopt };
  }
  const [first] = optimized;
  if (first && first.atMs > 0 && isOptimizedNow && low.lowPartBefore(first.atMs) > 0.5) {
    return { type: 'never-hot', evidence: { type: 'optimized-late', atMs: first.atMs } };
  }
  if (!first && bytecodeBytes > 0 && runMs * slowBytesPerMs < hotBytes(bytecodeBytes)) {
    return { type: 'never-hot', evidence: { type: 'ran-seldom', bytecodeBytes, runMs } };
  }
  return { type: 'unknown' };
}

/** The tier that a call enters after these changes in one isolate; null if none of them says. */
export function tierAfter(changes: readonly TierChange[]): Tier | null {
  const entered = new EnteredTier();
  for (const change of changes) entered.add(change);
  return entered.current;
}

function isOptimized(change: TierChange): boolean {
  return change.type === 'compiled' && isOptimizing(change.tier) && !change.onStack;
}

function sizeOfBytecode(changes: readonly TierChange[]): number {
  const made = changes.findLast(
    (change) => change.type === 'compiled' && change.tier === 'ignition',
  );
  return made?.type === 'compiled' ? made.codeBytes : 0;
}
