import type { Profile } from '../analysis/profile.ts';
import type { LoadProgress } from '../shared/loadWire.ts';
import type { Report } from '../shared/report.ts';
import type { RunOptions } from '../shared/runOptions.ts';
import type { RunState } from '../shared/runState.ts';

export interface RunHooks {
  onState(state: RunState): void;
  /** About ten times a second in the phases `warming` and `measuring`. */
  onProgress(progress: LoadProgress): void;
  /** The target's own output as it comes. */
  onOutput(text: string, stream: 'stdout' | 'stderr'): void;
}

export interface RunOutcome {
  /** Complete, or with `failure` set and what is known. */
  report: Report;
  /** Null where the run failed before there were samples. */
  profile: Profile | null;
}

/** One run from launch to report. Expected failures are in the report; it throws on defects only. */
export declare function profileServer(
  options: RunOptions,
  hooks: RunHooks,
  signal: AbortSignal,
): Promise<RunOutcome>;
