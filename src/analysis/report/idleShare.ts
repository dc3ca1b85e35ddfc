import type { SamplingReport } from '../../shared/report.ts';
import type { Profile } from '../profile/profile.ts';
import { medianIntervalMicros } from '../profile/medianInterval.ts';

/**
 * Of each sampled thread, the share of the window in which no code ran.
 *
 * A waiting thread is not sampled: the sampler's signal is blocked while the event loop polls. So
 * idle time is what the on-CPU samples leave over, each of them standing for the usual distance
 * between two samples. A thread that is ready while others have the CPUs is not sampled either: it is
 * told as `idle or without a CPU`.
 */
export function idleShares(profile: Profile): number[] {
  const windowMicros = profile.windowMs * 1000;
  const micros = medianIntervalMicros(profile);
  return [...onCpuOfIsolates(profile)].map((onCpu) =>
    windowMicros > 0 ? Math.max(0, 1 - (onCpu * micros) / windowMicros) : 0,
  );
}

/**
 * That of the thread which stands for the server: of the main threads the one that did most, since
 * workers and helpers wait as a rule; where no main thread did anything, of all threads.
 */
export function idleShare(profile: Profile): Pick<SamplingReport, 'idleShare' | 'idleOf'> {
  const { isolates } = profile;
  const onCpu = onCpuOfIsolates(profile);
  const byWork = isolates.map((_, index) => index).sort((a, b) => onCpu[b]! - onCpu[a]!);
  const isMain = (index: number) => isolates[index]!.threadId === 0 && onCpu[index]! > 0;
  const chosen = byWork.find(isMain) ?? byWork[0];
  if (chosen === undefined) return { idleShare: 0 };
  const { pid, threadId } = isolates[chosen]!;
  return { idleShare: idleShares(profile)[chosen]!, idleOf: { pid, threadId } };
}

export function onCpuOfIsolates({ samples, isolates }: Profile): Float64Array {
  const onCpu = new Float64Array(isolates.length);
  for (let i = 0; i < samples.node.length; i++) {
    if (samples.node[i]! >= 0) onCpu[samples.isolate[i]!]!++;
  }
  return onCpu;
}
