import type { Profile } from './profile.ts';

/**
 * Microseconds that a sample stands for: the usual distance between two samples of a thread (the
 * median). It is a little more than the interval that was asked for, since the sampler waits for
 * that long between its samples.
 */
export function usualDistanceMicros({ samples, isolates, intervalMicros }: Profile): number {
  const { timeMicros, isolate } = samples;
  const distances: number[] = [];
  const last = new Float64Array(isolates.length).fill(NaN);
  for (let i = 0; i < timeMicros.length; i++) {
    const thread = isolate[i]!;
    const distance = timeMicros[i]! - last[thread]!;
    if (distance > 0) distances.push(distance);
    last[thread] = timeMicros[i]!;
  }
  // Few samples: their distances are those of waiting, not of sampling.
  if (distances.length < 100) return intervalMicros;
  const median = Float64Array.from(distances).sort()[distances.length >> 1]!;
  return Math.min(median, intervalMicros * 2);
}
