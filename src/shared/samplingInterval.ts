/**
 * Samples that a busy server gives in the measured time: enough that a hot line's share is known to
 * about a point, since each further sample costs the server as much as the first.
 */
const wantedSamples = 5000;
const shortestMicros = 1000;
const longestMicros = 4000;

/** Microseconds between samples where nobody says how many: more of them for a longer measured time. */
export function usualIntervalMicros(durationS: number): number {
  const micros = Math.round((durationS * 1e6) / wantedSamples / 100) * 100;
  return Math.min(longestMicros, Math.max(shortestMicros, micros));
}
