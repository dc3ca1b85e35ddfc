import type { Profile } from './profile.ts';

/**
 * The share of the window, over all sampled threads, in which no code ran.
 *
 * A waiting thread is not sampled: the sampler's signal is blocked while the event loop polls. So
 * idle time is what the on-CPU samples leave over, each of them standing for the usual distance
 * between two samples (the median, a little more than the interval that was asked for).
 */
export function idleShare(profile: Profile): number {
  const { node, timeMicros, isolate } = profile.samples;
  const threadMicros = profile.windowMs * 1000 * profile.isolates.length;
  if (threadMicros <= 0) return 0;
  const distances: number[] = [];
  const last = new Float64Array(profile.isolates.length).fill(NaN);
  let onCpu = 0;
  for (let i = 0; i < node.length; i++) {
    if (node[i]! >= 0) onCpu++;
    const distance = timeMicros[i]! - last[isolate[i]!]!;
    if (distance > 0) distances.push(distance);
    last[isolate[i]!] = timeMicros[i]!;
  }
  // Few samples: their distances are those of waiting, not of sampling.
  const usual =
    distances.length < 100
      ? profile.intervalMicros
      : Float64Array.from(distances).sort()[distances.length >> 1]!;
  return Math.max(0, 1 - (onCpu * Math.min(usual, profile.intervalMicros * 2)) / threadMicros);
}
