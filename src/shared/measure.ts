import type { CompareReport } from './compareReport.ts';
import type { Failure } from './failure.ts';
import type { LoadProgress } from './loadWire.ts';
import type { RunOptions } from './runOptions.ts';
import type { RunState } from './runState.ts';
import type { ChangeInterval, Metric, RunNoise, Verdict } from './verdict.ts';

/**
 * Measuring two states of the code in turn (A B B A …), as plain data:
 *
 *   checking out ─► building ─► run, run, … ─► removing ─► report | problem
 */

export type Side = 'base' | 'head';

/** A state of the code. */
export type MeasuredState =
  /** As it is, with whatever is not committed. */
  | { kind: 'working-tree' }
  /** Anything that git takes for a commit: `HEAD`, a branch, `v1.2`. Checked out into a temporary folder. */
  | { kind: 'revision'; revision: string }
  /** The working tree, started in another way; `name` for people. */
  | { kind: 'launch'; name: string; launch: LaunchVariant };

export type LaunchVariant = Pick<RunOptions, 'command' | 'cwd' | 'env'>;

export interface MeasureOptions {
  /** Of each run, as for the working tree: its paths are mapped to where a revision is checked out. */
  run: RunOptions;
  base: MeasuredState;
  head: MeasuredState;
  /** Run by the system's shell where a revision is checked out, in the folder of the run; null: nothing to build. */
  build: string | null;
  /** Files and folders that git ignores and that a revision needs too, from the root of the repository. Beside node_modules and `.env`, which are found. */
  links: string[];
  /** Seconds for the runs, without checking out and building. No run is begun that would end after it. */
  budgetS: number;
  /** Ends the measuring where the interval reaches no further than this to both sides of the estimate. */
  precisionPercent: number;
  /** Of the same server and load on this machine, from earlier measurings. */
  knownNoise?: NoiseByMetric;
}

/** How far neighbouring runs of the same code are apart. */
export type NoiseByMetric = Partial<Record<Metric, RunNoise>>;

/**
 * What a measuring takes where nobody says otherwise. Runs are short, since what differs from run to
 * run is more of the noise than what a longer one would average; half of a difference of 5 % is
 * enough to tell it from none.
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

/** What is known so far: after each pair, and with each step. */
export interface MeasureProgress {
  step: MeasureStep;
  /** Of the budget; 0 before the first run. */
  elapsedS: number;
  budgetS: number;
  /** Pairs of neighbouring runs that are done. */
  pairs: number;
  /** Null where the pairs are too few for an interval. */
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

/** Why the measuring ended. */
export type MeasureEnd = 'precise' | 'budget' | 'most-pairs' | 'cancelled' | 'failed';

/** As JSON a contract that scripts rely on, like {@link CompareReport}. */
export interface MeasureReport extends CompareReport {
  measured: {
    /** `commit 1a2b3c4 (HEAD)`, `the working tree with 2 changed files`. */
    baseWords: string;
    headWords: string;
    ended: MeasureEnd;
    /** The end in a sentence. */
    endSentence: string;
    /** Of the runs alone. */
    elapsedS: number;
    budgetS: number;
    precisionPercent: number;
    /** Runs that failed and were taken again, or ended it. */
    failedRuns: number;
    /** What ended it, where `ended` is `failed`. */
    problem: MeasureProblem | null;
    /** The noise floor, with what was known of it before: the next measuring's `knownNoise`. */
    noise: NoiseByMetric;
  };
}

/** Why there is nothing to compare: whole sentences. */
export interface MeasureProblem {
  kind: MeasureProblemKind;
  /** Which state it is about; null: both, or none. */
  side: Side | null;
  message: string;
  /** Of the run that failed. */
  failure: Failure | null;
}

export type MeasureProblemKind =
  | 'no-git'
  | 'no-repository'
  | 'unknown-revision'
  | 'checkout-failed'
  /** What the command starts is not in the revision: a build would make it. Ask for one and try again. */
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
