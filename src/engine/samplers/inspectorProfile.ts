import { foreignFromCpuProfile } from '../../analysis/import/cpuProfile.ts';
import { placeForeign } from '../../analysis/import/placeForeign.ts';
import type { ProfileIsolate } from '../../analysis/profile/profile.ts';
import { FailureError } from '../../shared/failure.ts';
import { nothingSampled } from '../../shared/samplingFailures.ts';
import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import { inliningFlags } from '../../shared/samplerText.ts';
import { filesOfRun } from '../profile/diskFiles.ts';
import type { TimeWindow } from '../serving/blockedLoop.ts';
import type { SampledProfile } from './sampling.ts';
import { cutCpuProfile, type CpuProfile } from './cutCpuProfile.ts';

/** V8's CPU profiler books inlined code on the function that it was inlined into. */
const inspectorOrigin: ProfileOrigin = {
  sampler: 'inspector',
  tiers: false,
  lines: 'innermost',
};

export interface SampledThread {
  isolate: ProfileIsolate;
  profile: CpuProfile;
  /** Texts of its scripts as they ran, by the profile's URLs. */
  sources: ReadonlyMap<string, string>;
}

export interface InspectorProfileOptions {
  window: TimeWindow;
  intervalMicros: number;
  workspaceFolders: string[];
  /** When the process was started, on the system's clock. */
  startedAtMs: number;
  processes: readonly { node: string; execArgv: readonly string[] }[];
}

/** If the profile's end is further from the window's than this, its clock has another origin than ours. */
const sameClockMicros = 60e6;

/** Merges the threads into one profile of the window. Throws FailureError `log-unreadable` without samples. */
export async function profileOfThreads(
  threads: readonly SampledThread[],
  options: InspectorProfileOptions,
): Promise<SampledProfile> {
  const { window, intervalMicros, workspaceFolders, startedAtMs, processes } = options;
  const startMicros = Number(window.startNs) / 1000;
  const endMicros = Number(window.endNs) / 1000;
  const cut = threads.flatMap(({ isolate, profile, sources }) => {
    // On some systems V8's clock has another origin; there, the profile's end stands for the
    // window's.
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

/** Whether flags give inlined code its own function in the profile, or turn inlining off. */
function tellsInlined({ node, execArgv }: InspectorProfileOptions['processes'][number]): boolean {
  // V8 accepts `-` and `_` in flags.
  const given = new Set(
    execArgv.map((word) => word.replaceAll('_', '-').replace(/^--no(?!-)/, '--no-')),
  );
  return inliningFlags(node).every((flag) => given.has(flag));
}
