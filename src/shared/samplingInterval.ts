/**
 * Samples that a busy server gives in the measured time: so many that the standard error of a share is
 * a point at most, which it is at one half, and no more, since each of them costs the server.
 */
const wantedSamples = 2500;
const shortestMicros = 1000;
const longestMicros = 4000;

/** Microseconds between samples where nobody says how many: more of them for a longer measured time. */
export function usualIntervalMicros(durationS: number): number {
  const micros = Math.round((durationS * 1e6) / wantedSamples / 100) * 100;
  return Math.min(longestMicros, Math.max(shortestMicros, micros));
}
