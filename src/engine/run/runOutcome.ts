import type { LearnedWork } from '../../analysis/awaits/learnedWork.ts';
import type { Profile } from '../../analysis/profile/profile.ts';
import type { LoadProgress } from '../../shared/loadWire.ts';
import type { Report } from '../../shared/report.ts';
import type { RunState } from '../../shared/runState.ts';
import type { Attempt } from '../launch/serverLaunch.ts';

/** A run calls these while it is under way. */
export interface RunHooks {
  onState(state: RunState): void;
  /** About ten times a second in the phases `warming` and `measuring`. */
  onProgress(progress: LoadProgress): void;
  /** The target's own output as it comes. */
  onOutput(text: string, stream: 'stdout' | 'stderr'): void;
  /**
   * Gets the outcome of a run that has samples, once, as soon as it is complete. The processes are
   * still being ended then, and the report gets one more note if something could not be removed.
   * Whoever awaits the run gets the outcome after that.
   */
  onOutcome?(outcome: RunOutcome): void;
}

/** The result of a run. */
export interface RunOutcome {
  /** Complete, or `failure` is set and the rest is what was known by then. */
  report: Report;
  /** Null if the run failed before there were samples. */
  profile: Profile | null;
  /** The samples of a run of allocations, which are bytes and no time; null in other runs. */
  bytesProfile: Profile | null;
  /** On the system's monotonic clock, in nanoseconds; null if the run failed before. */
  timings: { loadEndedNs: bigint; reportReadyNs: bigint } | null;
  /** When the process was started, by the system's clock; files that were changed later are not what ran. */
  startedAtMs: number;
  /** Folders whose files are the user's own, and may be read; empty if the run failed before. */
  workspaceFolders: readonly string[];
  /** The command that was started in the end, without wrappers; null if nothing listened. Its environment may hold secrets. */
  launched: Attempt | null;
  /** Null if the run did not try to learn. */
  learned: LearnedOutcome | null;
}

/** The knowledge of a run about the lines that cause work after awaits. */
export interface LearnedOutcome {
  /** Null if nothing could be learned. */
  work: LearnedWork | null;
  /** Sentences on what could not be learned. */
  notes: string[];
}

/** The findings of an earlier run of the same code, which are passed on so that a repeat takes less time. */
export interface EarlierRun {
  /** Started at once: a wrapper, and all that it does before, would only take time. */
  launched: Attempt | null;
  /** Charges the work after awaits to lines. Null: this run learns itself, if its options ask for that. */
  learned: LearnedWork | null;
  /** Seconds for which the repeat learns under load. */
  learningS: number;
}
