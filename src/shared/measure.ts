import type { CompareReport } from './compareReport.ts';
import type { Failure } from './failure.ts';
import type { LoadProgress } from './loadWire.ts';
import type { RunOptions } from './runOptions.ts';
import type { RunState } from './runState.ts';
import type { ChangeInterval, Metric, RunNoise, Verdict } from './verdict.ts';
import type { Sentence, Wording } from './wording.ts';

/**
 * Measuring two states of the code in turn (A B B A …), as plain data:
 *
 *   checking out ─► building ─► run, run, … ─► removing ─► report | problem
 */

export type Side = 'base' | 'head';

/** A state of the code. */
export type MeasuredState =
  /** The working tree with all uncommitted changes. */
  | { kind: 'working-tree' }
  /** A revision for git: `HEAD`, a branch, `v1.2`. Checked out into a temporary folder. */
  | { kind: 'revision'; revision: string }
  /** The working tree, started in another way; `name` for people. */
  | { kind: 'launch'; name: string; launch: LaunchVariant };

export type LaunchVariant = Pick<RunOptions, 'command' | 'cwd' | 'env'>;

export interface MeasureOptions {
  /** The options of each run, with paths of the working tree, which are mapped to the checkout. */
  run: RunOptions;
  base: MeasuredState;
  head: MeasuredState;
  /** Run by the system's shell in the run's folder of a checkout; null: nothing to build. */
  build: string | null;
  /**
   * Ignored files and folders that a revision needs beside node_modules and `.env`, from the root
   * of the repository.
   */
  links: string[];
  /** Seconds for the runs, without checking out and building. No run is begun that would end after it. */
  budgetS: number;
  /**
   * The measurement ends when the interval reaches no further than this to both sides of the
   * estimate.
   */
  precisionPercent: number;
  /** Noise of the same server and load on this machine, from earlier measurements. */
  knownNoise?: NoiseByMetric;
}

/** The distance between neighbouring runs of the same code. */
export type NoiseByMetric = Partial<Record<Metric, RunNoise>>;

/**
 * Defaults of a measurement. Runs are short, because most noise is between runs, and a longer run
 * would not average it out. Half of a difference of 5 % is enough to tell it from none.
 */
export const measureDefaults = {
  durationS: 2,
  warmupS: 1,
  budgetS: 120,
  precisionPercent: 2.5,
} as const;

export type MeasureStep =
  | { kind: 'checking-out'; side: Side }
  | { kind: 'building'; side: Side; command: string }
  /** `run` counts from 1 over both sides. */
  | { kind: 'running'; side: Side; run: number; state: RunState; load: LoadProgress | null }
  | { kind: 'removing' };

/** The result so far, after each pair and each step. */
export interface MeasureProgress {
  step: MeasureStep;
  /** Seconds of the budget that are used; 0 before the first run. */
  elapsedS: number;
  budgetS: number;
  /** Finished pairs of neighbouring runs. */
  pairs: number;
  /** Null if there are too few pairs for an interval. */
  estimate: MeasureEstimate | null;
}

export interface MeasureEstimate {
  metric: Metric;
  change: ChangeInterval;
  /** As of now. */
  verdict: Verdict;
  /** Half of the interval's width must come down to this. */
  wantedPercent: number;
}

/** Why the measurement ended. */
export type MeasureEnd = 'precise' | 'budget' | 'most-pairs' | 'cancelled' | 'failed';

/** A contract as JSON that scripts rely on, like {@link CompareReport}. */
export interface MeasureReport extends CompareReport {
  measured: {
    /** `commit 1a2b3c4 (HEAD)`, `the working tree with 2 changed files`. */
    baseText: string;
    headText: string;
    ended: MeasureEnd;
    /** The end in a sentence. */
    endSentence: string;
    /** The same sentence with its remedy as data, if the editor words it differently. */
    endWording?: Wording;
    /** Seconds of the runs alone. */
    elapsedS: number;
    budgetS: number;
    precisionPercent: number;
    /** Failed runs that were repeated, or that ended the measurement. */
    failedRuns: number;
    /** The problem that ended it, if `ended` is `failed`. */
    problem: MeasureProblem | null;
    /** The noise floor including `knownNoise`; the next measurement's `knownNoise`. */
    noise: NoiseByMetric;
  };
}

/** Whole sentences on why there is nothing to compare. */
export interface MeasureProblem extends Sentence {
  kind: MeasureProblemKind;
  /** The state that it is about; null: both, or none. */
  side: Side | null;
  /** The failure of a run. */
  failure: Failure | null;
}

export type MeasureProblemKind =
  | 'no-git'
  | 'no-repository'
  | 'unknown-revision'
  | 'checkout-failed'
  /** The revision lacks the file that the command starts: ask for a build command and try again. */
  | 'build-needed'
  | 'build-failed'
  /** A state does not start, or does not answer. */
  | 'run-failed'
  | 'cancelled'
  | 'already-running'
  | 'untrusted-workspace';

/** Exactly one of both is null. */
export interface MeasureResult {
  report: MeasureReport | null;
  problem: MeasureProblem | null;
}
