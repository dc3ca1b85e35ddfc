import type { Tier } from './vocabulary.ts';

/**
 * What V8 did with one function, for as long as its server ran. It is made where the profile has the
 * tiers (`Profile.origin`) and the function has a marker or a real share of own time; nothing in it
 * is guessed: each figure is a count of samples of the window or a line of V8's log.
 *
 * Words for it: `changeWords`, `whyWords` and `inlinedWords` of tierStoryWords.ts, `deoptWords` of
 * deoptWords.ts.
 */
export interface TierStory {
  /** Own samples of the window, which `slices` and `inlinedInto` are of. `FunctionReport.tiers` has their shares. */
  ownSamples: number;
  /** Own samples by tier over the window; null where they are too few to be told apart by time. */
  slices: TierSlices | null;
  /** Oldest first, before the window too (warm-up); at most {@link maxTierChanges}. */
  changes: TierChange[];
  /** How many more there were, between the first ones and the last ones of `changes`. */
  changesLeftOut: number;
  /**
   * What V8 enters when the function is called at the window's end; of several processes, in the one
   * with most of its own samples. Null where the log did not tell of its code.
   */
  lastTier: Tier | null;
  /** The functions whose optimized code held own samples of this one, most samples first. Empty where it ran as itself alone. */
  inlinedInto: InlinedInto[];
  /** Null where most own samples ran in maglev or turbofan and it does not deoptimize in a loop, or where samples are too few to say. */
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
  /** Since the window's start, to the microsecond; below 0 in warm-up, which is kept but counts for nothing. */
  atMs: number;
  /** Index into the report's `target.processes`; 0 where there is one. */
  process: number;
}

export type TierChange = TierMoment & (CompiledChange | DeoptChange | DisabledChange);

/** V8 made code of the function. The first `ignition` one is its creation: the bytecode that a first call needs. */
export interface CompiledChange {
  type: 'compiled';
  tier: Tier;
  /** Of ignition the bytecode, else the machine code. */
  codeBytes: number;
  /** Made to enter a loop that runs already (on-stack replacement); V8 says so from Node.js 26 on, else absent. */
  onStack?: true;
}

/** V8 threw optimized code of the function away. Hand-overs of a running loop to another tier are not among them. */
export interface DeoptChange {
  type: 'deopt';
  /** The tier of the code that was thrown away. */
  from: Tier;
  /** It was code for a loop that ran already; see {@link CompiledChange}. */
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
  /** As V8 gives it; in words by deoptWords.ts. */
  reason: string;
  /** V8's kind: `deopt-eager`, `deopt-lazy`, `dependency-change`. */
  kind: string;
  /** Where, on original positions; another file than the function's when the site was inlined from there. */
  file: string;
  /** 0 where it is not known. */
  line: number;
  column: number;
}

export interface InlinedInto {
  name: string;
  file: string;
  line: number;
  column: number;
  /** Share (0…1) of this function's own samples that ran within that one's code. */
  share: number;
}

/** Why most of a function's own samples ran in ignition or sparkplug, or why it deoptimizes again and again. */
export type NotOptimized =
  /** It did not run often enough for V8 to think it worth while. */
  | { type: 'never-hot'; evidence: NeverHotEvidence }
  /** Its bytecode is above what V8 optimizes. */
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

/** Of longer lists, as many first and last ones are kept. */
export const maxTierChanges = 48;
