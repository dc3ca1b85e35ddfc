/** The states that a folder can be measured against, and the words of a measurement on a line (lspWire.ts). */

export interface MeasurableStates {
  head: CommitChoice;
  /**
   * Number of tracked files that differ from the head; `newFiles`: files that are neither tracked
   * nor ignored.
   */
  changedFiles: number;
  newFiles: number;
  /** Commits before the head, newest first. */
  commits: CommitChoice[];
  /** Newest first, without those at the head. */
  branches: (CommitChoice & { name: string })[];
  /** The commit at which the head left the main branch; null if it is on it, or there is none. */
  fork: (CommitChoice & { of: string }) | null;
}
export interface CommitChoice {
  /** The full hash. */
  commit: string;
  /** First line of its message. */
  subject: string;
  /** Milliseconds since 1970. */
  committedAt: number;
}

/**
 * The cost of a hot line now and before, if the shown profile is compared with another state of the
 * code: means over the runs of each state. Shares are of a request's CPU time in that state.
 */
export interface LineDifference {
  nowShare: number;
  nowMicros: number;
  /** Null if the line is new. */
  before: { share: number; micros: number } | null;
  /**
   * The change as a share of a request's CPU time before; a line that costs less never looks like
   * one that costs more.
   */
  changeShare: number;
  /** Null if the pairs of runs are too few. */
  change: { micros: number; lowMicros: number; highMicros: number } | null;
  isBeyondNoise: boolean;
}
