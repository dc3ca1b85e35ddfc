import type { LearnedWork } from '../../analysis/awaits/learnedWork.ts';
import type { Profile } from '../../analysis/profile/profile.ts';
import type { LoadProgress } from '../../shared/loadWire.ts';
import type { Report } from '../../shared/report.ts';
import type { RunState } from '../../shared/runState.ts';
import type { Attempt } from '../launch/serverLaunch.ts';

/** What is told while a run is under way. */
export interface RunHooks {
  onState(state: RunState): void;
  /** About ten times a second in the phases `warming` and `measuring`. */
  onProgress(progress: LoadProgress): void;
  /** The target's own output as it comes. */
  onOutput(text: string, stream: 'stdout' | 'stderr'): void;
  /**
   * The outcome of a run that has samples, once, as soon as it is complete: what was started is being
   * ended meanwhile, and the report gets a note more where something of it had to stay. Without it, who
   * waits for the run has it when nothing of it is left.
   */
  onOutcome?(outcome: RunOutcome): void;
}

/** What is left of a run. */
export interface RunOutcome {
  /** Complete, or with `failure` set and what is known. */
  report: Report;
  /** Null where the run failed before there were samples. */
  profile: Profile | null;
  /** On the system's monotonic clock, in nanoseconds; null where the run failed before. */
  timings: { loadEndedNs: bigint; reportReadyNs: bigint } | null;
  /** When the process was started, by the system's clock; files that were changed later are not what ran. */
  startedAtMs: number;
  /** Folders whose files are the user's own, and may be read; empty where the run failed before. */
  workspaceFolders: readonly string[];
  /** What was started in the end, behind whatever wrapper; null where nothing listened. Its environment may hold secrets. */
  launched: Attempt | null;
  learned: LearnedOutcome | null;
}

/** What a run has learned of the code that causes what runs after awaits; null where it did not try. */
export interface LearnedOutcome {
  /** Null where nothing could be learned. */
  work: LearnedWork | null;
  /** Sentences on what could not be learned. */
  notes: string[];
}

/** What an earlier run of the same code has found, so that a repeat takes less time. */
export interface EarlierRun {
  /** Is started at once, since a wrapper and all that it does before would only take time. */
  launched: Attempt | null;
  /** What runs after awaits is charged by it. Null: this run learns, if its options ask for that. */
  learned: LearnedWork | null;
  /** How long it learns. */
  learningS: number;
}
