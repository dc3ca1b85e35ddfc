import { worksLittle } from '../../shared/processWords.ts';
import type { Profile } from '../profile/profile.ts';
import { usualDistanceMicros } from '../profile/usualDistance.ts';

/**
 * The share of the window, over all sampled threads that did work, in which no code ran: a thread
 * that only waits, as that of a TypeScript runner, would make a busy server look idle.
 *
 * A waiting thread is not sampled: the sampler's signal is blocked while the event loop polls. So
 * idle time is what the on-CPU samples leave over, each of them standing for the usual distance
 * between two samples. A thread that is ready while others have the CPUs is not sampled either: it is
 * told as `idle or without a CPU`.
 */
export function idleShare(profile: Profile): number {
  const { node, isolate } = profile.samples;
  const windowMicros = profile.windowMs * 1000;
  if (windowMicros <= 0 || profile.isolates.length === 0) return 0;
  const onCpu = new Float64Array(profile.isolates.length);
  for (let i = 0; i < node.length; i++) {
    if (node[i]! >= 0) onCpu[isolate[i]!]!++;
  }
  const workers = onCpu.filter((count) => !worksLittle(count, profile));
  const busyMicros = workers.reduce((sum, count) => sum + count, 0) * usualDistanceMicros(profile);
  return workers.length === 0 ? 1 : Math.max(0, 1 - busyMicros / (windowMicros * workers.length));
}
