import type { Tier } from './vocabulary.ts';

/**
 * The story of what V8 did with one function, for as long as its server ran. It is made where the profile has the
 * tiers (`Profile.origin`) and the function has a marker or a real share of own time; nothing in it
 * is guessed: each figure is a count of samples of the window or a line of V8's log.
 *
 * Words for it: `changeText`, `whyText` and `inlinedText` of tierStoryText.ts, `deoptText` of
 * deoptText.ts.
 */
export interface TierStory {
  /**
   * Own samples of the window, the base of `slices` and `inlinedInto`. `FunctionReport.tiers` has
   * their shares.
   */
  ownSamples: number;
  /** Own samples by tier over the window; null if they are too few to be told apart by time. */
  slices: TierSlices | null;
  /** Oldest first, before the window too (warm-up); at most {@link maxTierChanges}. */
  changes: TierChange[];
  /** Number of changes left out between the first and the last ones of `changes`. */
  changesLeftOut: number;
  /**
   * The tier that a call enters at the window's end; of several processes, in the one with most of
   * its own samples. Null if the log has none of its code.
   */
  lastTier: Tier | null;
  /**
   * The functions whose optimized code held own samples of this one, most samples first. Empty if
   * it was never inlined.
   */
  inlinedInto: InlinedInto[];
  /**
   * Null if most own samples ran in maglev or turbofan without a deopt loop, or if there are too
   * few samples.
   */
  notOptimized: NotOptimized | null;
}

/** The window in slices of one length. All lists have one entry a slice. */
export interface TierSlices {
  sliceMs: number;
  ignition: number[];
  sparkplug: number[];
  maglev: number[];
  turbofan: number[];
}

interface TierMoment {
  /**
   * Since the window's start, to the microsecond; negative in warm-up, which is kept but counts for
   * nothing.
   */
  atMs: number;
  /** Index into the report's `target.processes`. */
  process: number;
}

export type TierChange = TierMoment & (CompiledChange | DeoptChange | DisabledChange);

/** V8 made code of the function. The first `ignition` one is its creation: the bytecode that a first call needs. */
export interface CompiledChange {
  type: 'compiled';
  tier: Tier;
  /** The bytecode for ignition, otherwise the machine code. */
  codeBytes: number;
  /**
   * Compiled for a running loop (on-stack replacement); V8 logs it from Node.js 26 on, otherwise
   * absent.
   */
  onStack?: true;
}

/**
 * V8 discarded optimized code of the function. Replacing the code of a running loop does not count.
 */
export interface DeoptChange {
  type: 'deopt';
  /** The tier of the discarded code. */
  from: Tier;
  /** Code for a running loop; see {@link CompiledChange}. */
  onStack?: true;
  deopt: DeoptSite;
}

/** V8 gave up optimizing the function, for good. */
export interface DisabledChange {
  type: 'disabled';
  /** As V8 gives it. */
  reason: string;
}

export interface DeoptSite {
  /** V8's text; deoptText.ts words it. */
  reason: string;
  /** V8's kind: `deopt-eager`, `deopt-lazy`, `dependency-change`. */
  kind: string;
  /** The original position; its file differs from the function's if the code was inlined. */
  file: string;
  /** 0 if it is not known. */
  line: number;
  column: number;
}

export interface InlinedInto {
  name: string;
  file: string;
  line: number;
  column: number;
  /** Share (0…1) of this function's own samples within that function's code. */
  share: number;
}

/** Why most of a function's own samples ran in ignition or sparkplug, or why it deoptimizes again and again. */
export type NotOptimized =
  /** It did not run often enough for V8 to optimize it. */
  | { type: 'never-hot'; evidence: NeverHotEvidence }
  /** Its bytecode exceeds V8's limit. */
  | { type: 'too-large'; bytecodeBytes: number; limitBytes: number }
  /** V8 gave up on it, for the reason that it wrote to its log. */
  | { type: 'disabled'; reason: string }
  /** `site` is the most frequent one, `count` that of all within the window. */
  | { type: 'deopt-loop'; count: number; site: DeoptSite }
  /**
   * Its last deopt, `atMs` (below 0: in warm-up), cost it its optimized code, and V8 optimized it
   * again only `againAtMs`, or not at all within the window.
   */
  | { type: 'deopted'; atMs: number; againAtMs: number | null; site: DeoptSite }
  /** V8 did not say why. */
  | { type: 'unknown' };

export type NeverHotEvidence =
  /** Made anew this often within the window (`eval`, `new Function`, closures of such): each starts cold. */
  | { type: 'made-anew'; count: number }
  /** Optimized only when this much of the window had passed; before that it was still learning. */
  | { type: 'optimized-late'; atMs: number }
  /** V8 optimizes by how often code of a size runs, and this did not run for long: `runMs`, its own time by samples. */
  | { type: 'ran-seldom'; bytecodeBytes: number; runMs: number };

/** Longer lists keep as many first as last changes. */
export const maxTierChanges = 48;
