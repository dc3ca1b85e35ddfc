import type { SamplingReport } from '../../shared/report.ts';
import type { Profile } from '../profile/profile.ts';
import { medianIntervalMicros } from '../profile/medianInterval.ts';

/**
 * The share of the window in which each sampled thread ran no code.
 *
 * An idle thread is not sampled, because the sampler's signal is blocked while the event loop
 * polls. So idle time is what on-CPU samples leave over, each standing for the median distance
 * between samples. A thread that waits for a CPU is not sampled either, so the report calls this
 * `idle or without a CPU`.
 */
export function idleShares(profile: Profile): number[] {
  const windowMicros = profile.windowMs * 1000;
  const micros = medianIntervalMicros(profile);
  return [...onCpuOfIsolates(profile)].map((onCpu) =>
    windowMicros > 0 ? Math.max(0, 1 - (onCpu * micros) / windowMicros) : 0,
  );
}

/**
 * The idle share of the thread that represents the server: the busiest main thread, as workers and
 * helpers mostly wait. If no main thread did anything, the busiest of all threads.
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
