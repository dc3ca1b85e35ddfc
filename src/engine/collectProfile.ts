import type { Profile } from '../analysis/profile.ts';
import type { TargetEvent } from '../shared/targetWire.ts';
import type { LogTail } from './logTail.ts';

/** The profile of the window between two moments of the system's monotonic clock; throws FailureError `log-unreadable`. */
export declare function collectProfile(
  tail: LogTail,
  window: { startNs: bigint; endNs: bigint },
  processes: Extract<TargetEvent, { type: 'hello' }>[],
  workspaceFolders: string[],
): Promise<Profile>;
