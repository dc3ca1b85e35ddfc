import type { Failure } from './failure.ts';
import type { IcKind, IcState } from './report.ts';
import type { RunOptions } from './runOptions.ts';
import type { Verdict } from './verdict.ts';
import type { Tier } from './vocabulary.ts';

/** A benchmark of one function with the arguments that a server under load has passed to it, as plain data. */

export interface BenchOptions {
  /** How the server is started and loaded; null: only a fixture's calls are measured. */
  run: RunOptions | null;
  file: string;
  line: number;
  /** The function is compared with this; null: with nothing. */
  against: BenchRival | null;
  /** A module that exports the calls, in place of recorded ones. */
  fixture: string | null;
  /** The file for a benchmark that runs without Hotframe; null: none is written. */
  writeTo: string | null;
  /** Seconds for the processes that measure. */
  budgetS: number;
}

/** A revision of the same file is what was before; another function is what may come. */
export type BenchRival =
  { kind: 'revision'; revision: string } | { kind: 'place'; file: string; line: number };

export type BenchStep =
  | { kind: 'recording' }
  | { kind: 'profiling' }
  | { kind: 'checking' }
  | { kind: 'shapes' }
  | { kind: 'measuring'; processes: number };

/** The report as JSON. Times are of one call, in nanoseconds. */
export interface BenchReport {
  hotframeBench: 1;
  function: {
    name: string;
    file: string;
    line: number;
    kind: 'function' | 'async' | 'generator' | 'async generator';
    /** The file that Node.js runs; absent if it is `file`. */
    runtimeFile?: string;
  };
  node: string;
  recording: BenchRecording | null;
  /** Null without a run. */
  underLoad: BenchUnderLoad | null;
  /** Null without a run. */
  shapes: BenchShapes | null;
  /** The function as it is now. */
  measured: BenchFigures;
  /** The figures of the other function; null if it was compared with nothing. */
  rival: (BenchFigures & { words: string }) | null;
  answers: BenchAnswers | null;
  comparison: BenchComparison | null;
  prediction: BenchPrediction | null;
  /** The files that were written. */
  written: string[];
  /** Whole sentences. */
  notes: string[];
}

export interface BenchRecording {
  /** Calls while requests came, and requests. */
  calls: number;
  requests: number;
  kept: number;
  everyNth: number;
  /** False if the calls of a fixture were measured. */
  isUsed: boolean;
}

export interface BenchUnderLoad {
  /** Share of the request's CPU time, with everything that the function calls; 0…1. */
  share: number;
  shareLow: number;
  shareHigh: number;
  /** The tier of most of its own samples; null if they are too few, or it was not sampled. */
  tier: Tier | null;
  deopts: number;
  /** Whether they went on for the whole run, so that a call took now one time and now another. */
  isDeoptLoop: boolean;
  /** Functions into which V8 had inlined it. */
  inlinedInto: string[];
  cpuMicrosPerRequest: number | null;
  /** The time of a call in the server: its share of the CPU time of a request by the calls of one; null if not known. */
  nsPerCall: { estimate: number; low: number; high: number } | null;
}

/** Whether the function met the shapes of objects here that it meets in the server. */
export type BenchShapes =
  { kind: 'known'; accesses: BenchAccess[] } | { kind: 'not-known'; reason: string };

/** All accesses of one property in the function: the worst of them. */
export interface BenchAccess {
  kind: IcKind;
  /** Empty for keyed accesses. */
  property: string;
  underLoad: MetShapes;
  /** Null if V8 learned nothing there. */
  here: MetShapes | null;
}

export interface MetShapes {
  state: IcState;
  /** A lower bound if it is megamorphic. */
  shapeCount: number;
}

/**
 * `cpu`: the CPU time of the process that measures, with that of V8's helper threads. `wall`: the time
 * by the wall clock, for functions that wait for promises and where CPU time is counted in coarse steps.
 */
export type BenchClock = 'cpu' | 'wall';

export interface BenchFigures {
  /** The clock of `nsPerCall` and `emptyNs`. */
  clock: BenchClock;
  /** Null if nothing that can be measured is left of the work. */
  nsPerCall: { estimate: number; low: number; high: number } | null;
  /**
   * Whether V8 has removed the work, in which case there is no time. `within-noise`: an empty function
   * varies so much, or so much is allocated, that this can't be said, and there is no time either.
   */
  elimination: 'measured' | 'nothing-left' | 'within-noise' | 'may-be-removed';
  /** The time of an empty function, called in the same way; it is not in `nsPerCall`. */
  emptyNs: number;
  bytesPerCall: number | null;
  /** The shortest time of a call by the wall clock, if that is far above its CPU time because it waits; else null. */
  waitsNs: number | null;
  /** The tiers of most processes first. */
  tiers: BenchTier[];
  /** False if the tier under load was not reached; null if that is not known. */
  isSameTier: boolean | null;
  deopts: BenchDeopt[];
  processes: number;
  calls: number;
  threw: number;
  error: string | null;
  mutates: boolean;
}

/** In how many processes the function ran in a tier; null: in no known one. */
export interface BenchTier {
  tier: Tier | null;
  processes: number;
}

export interface BenchDeopt {
  reason: string;
  line: number;
  count: number;
}

export interface BenchAnswers {
  calls: number;
  isUnsteady: boolean;
  /** True if answers hold functions, which can't be compared. */
  holdsFunctions: boolean;
  differing: number;
  differences: string[];
}

export interface BenchComparison {
  verdict: Verdict;
  /** The change from the other function's time to the judged one's; negative is faster. */
  change: { percent: number; lowPercent: number; highPercent: number } | null;
  /** Whose time is judged: the function as it is, or the other one. */
  judged: 'measured' | 'rival';
  pairs: number;
}

/** The gain of a request, or why that can't be told. */
export type BenchPrediction =
  | { kind: 'change'; percent: number; lowPercent: number; highPercent: number }
  | { kind: 'cannot-tell'; reason: string };

export interface BenchProblem {
  kind:
    | 'run-failed'
    | 'not-found'
    | 'not-called'
    /** The recorder did not begin in the server. */
    | 'not-recorded'
    | 'not-copied'
    | 'not-loaded'
    | 'unknown-revision'
    /** The revision's text can't be run in the place of the file's. */
    | 'not-comparable'
    | 'cancelled';
  message: string;
  failure: Failure | null;
}

/** Exactly one of both is null. */
export interface BenchResult {
  report: BenchReport | null;
  problem: BenchProblem | null;
}
