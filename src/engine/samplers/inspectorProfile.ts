import { foreignFromCpuProfile } from '../../analysis/import/cpuProfile.ts';
import { placeForeign } from '../../analysis/import/placeForeign.ts';
import type { ProfileIsolate } from '../../analysis/profile/profile.ts';
import { FailureError } from '../../shared/failure.ts';
import { nothingSampled } from '../../shared/failureText.ts';
import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import { inliningFlags } from '../../shared/samplerWords.ts';
import { filesOfRun } from '../profile/diskFiles.ts';
import type { TimeWindow } from '../processes/blockedLoop.ts';
import type { SampledProfile } from './sampling.ts';
import { cutCpuProfile, type CpuProfile } from './cutCpuProfile.ts';

/** What V8's CPU profiler can tell: inlined code is booked on the function that it was inlined into. */
const inspectorOrigin: ProfileOrigin = {
  sampler: 'inspector',
  tiers: false,
  lines: 'innermost',
};

/** A thread that was sampled over its inspector. */
export interface SampledThread {
  isolate: ProfileIsolate;
  profile: CpuProfile;
  /** Texts of its scripts as they ran, by the url that the profile has. */
  sources: ReadonlyMap<string, string>;
}

export interface InspectorProfileOptions {
  window: TimeWindow;
  intervalMicros: number;
  workspaceFolders: string[];
  /** When the process was started, by the system's clock. */
  startedAtMs: number;
  /** What each of the processes is. */
  processes: readonly { node: string; execArgv: readonly string[] }[];
}

/** A clock that differs by more than this from ours is another one. */
const sameClockMicros = 60e6;

/** The threads as one profile of the window. Throws FailureError `log-unreadable` where there are no samples. */
export async function profileOfThreads(
  threads: readonly SampledThread[],
  options: InspectorProfileOptions,
): Promise<SampledProfile> {
  const { window, intervalMicros, workspaceFolders, startedAtMs, processes } = options;
  const startMicros = Number(window.startNs) / 1000;
  const endMicros = Number(window.endNs) / 1000;
  const cut = threads.flatMap(({ isolate, profile, sources }) => {
    // Where V8 counts from elsewhere, as on some systems, the profile ended with the window.
    const isSameClock = Math.abs(profile.endTime - endMicros) < sameClockMicros;
    const shift = isSameClock ? 0 : profile.endTime - endMicros;
    const within = cutCpuProfile(profile, {
      startMicros: startMicros + shift,
      endMicros: endMicros + shift,
    });
    return within ? [{ ...foreignFromCpuProfile(within, isolate), scripts: sources }] : [];
  });
  if (cut.length === 0) throw new FailureError(nothingSampled());
  const placed = await placeForeign(cut, inspectorOrigin, {
    workspaceFolders,
    files: filesOfRun(workspaceFolders),
    takenAtMs: startedAtMs,
    tellsInlined: processes.every(tellsInlined),
  });
  return { ...placed, windowMs: (endMicros - startMicros) / 1000, intervalMicros };
}

/** Whether V8's CPU profiler gives inlined code its own function there, or nothing is inlined. */
function tellsInlined({ node, execArgv }: InspectorProfileOptions['processes'][number]): boolean {
  // V8 takes its flags with either sign.
  const given = new Set(
    execArgv.map((word) => word.replaceAll('_', '-').replace(/^--no(?!-)/, '--no-')),
  );
  return inliningFlags(node).every((flag) => given.has(flag));
}
