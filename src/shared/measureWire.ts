import type { MeasureOptions, MeasureProblem, MeasureProgress, MeasureResult } from './measure.ts';

/**
 * Measuring on the wire between the extension host and the language server (lspWire.ts has the
 * names). What was measured is held as the comparison, in the place of one of saved runs: its page
 * is answered by `compareView` (compareWire.ts). Plain data; lines are 1-based, shares 0…1.
 */

/**
 * Host → server, request `measure`: answered when it has ended. One run or measuring at a time;
 * notification `stop` ends it with what is known so far.
 */
export interface MeasureRequest {
  options: MeasureOptions;
}
export type MeasureAnswer = MeasureResult;

/** Host → server, request `measureStates`: what the code of a folder can be measured against. */
export interface MeasureStatesRequest {
  /** Absolute path. */
  folder: string;
}
/** Exactly one of both is null. */
export interface MeasureStatesAnswer {
  states: MeasurableStates | null;
  problem: MeasureProblem | null;
}
export interface MeasurableStates {
  head: CommitChoice;
  /** How the working tree differs from it: files that git knows, and others that it does not ignore. */
  changedFiles: number;
  newFiles: number;
  /** Those before the head, newest first. */
  commits: CommitChoice[];
  /** Newest first, without those at the head. */
  branches: (CommitChoice & { name: string })[];
  /** Where the head left the main branch; null where it is on it, or there is none. */
  fork: (CommitChoice & { of: string }) | null;
}
export interface CommitChoice {
  /** In full. */
  commit: string;
  /** First line of its message. */
  subject: string;
  /** Milliseconds since 1970. */
  committedAt: number;
}

/** Server → host, notification `measureProgress`: about ten times a second under load. The target's output comes as `output`. */
export type MeasureProgressMessage = MeasureProgress;

/** Server → host, notification `comparisonChanged`: ask for its page and for the lines again. */
export interface ComparisonChangedMessage {
  /** False where nothing is compared any more. */
  isCompared: boolean;
}

/**
 * What a hot line costs now and before, where what is shown is compared with another state of the
 * code: means over the runs of each state. Shares are of the CPU time of a request in that state.
 */
export interface LineDifference {
  nowShare: number;
  nowMicros: number;
  /** Null where the line is new. */
  before: { share: number; micros: number } | null;
  /** The change as a share of what a request cost before: by it a line that costs less never looks like one that costs more. */
  changeShare: number;
  /** Null where the pairs of runs are too few. */
  change: { micros: number; lowMicros: number; highMicros: number } | null;
  isBeyondNoise: boolean;
}
