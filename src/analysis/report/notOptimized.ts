import { EnteredTier, isOptimizing } from '../../shared/enteredTier.ts';
import type { NotOptimized, TierChange } from '../../shared/tierStory.ts';
import type { Tier } from '../../shared/vocabulary.ts';

/** V8's limit from Node.js 18 to 26 (`--max-optimized-bytecode-size`, 60 KiB). */
const maxBytecodeBytes = 60 * 1024;
/** V8's own word for it, should it come to compiling. */
const tooBig = 'Function is too big to be optimized';
/** Made so often within the window, code is not kept from one use to the next. */
const minMadeAnew = 4;
/**
 * How much bytecode V8 lets a function of a size run, at most, before it optimizes: in the older
 * lines some rounds of its budget, in the newer ones so many calls. With the pace below, a function
 * that ran for longer than the two say was hot.
 */
const hotBytes = (bytecodeBytes: number) => 400_000 + 1000 * bytecodeBytes;
/** In bytes of bytecode each millisecond of own time; loops of arithmetic run at three times this pace. */
const slowBytesPerMs = 100_000;

/** What is known of a function most of whose own samples ran in ignition or sparkplug. */
export interface LowFunction {
  /** Oldest first. */
  changes: readonly TierChange[];
  lastTier: Tier | null;
  madeInWindow: number;
  /** Its own time within the window, all processes together. */
  runMs: number;
  /** The part (0…1) of its own samples in ignition and sparkplug that came before a moment. */
  lowPartBefore(ms: number): number;
}

/** Why V8 did not optimize it, by what the log says; `unknown` where it says nothing. */
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

/** The tier that a call enters after these changes of one isolate; null where none says. */
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
