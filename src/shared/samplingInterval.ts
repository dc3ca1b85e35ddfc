/**
 * Samples that a busy server gives in the measured time: so many that the share of a hot line, up to a
 * fifth, is off by a point on average at most, and no more, since each of them costs the server.
 */
const wantedSamples = 1000;
const shortestMicros = 1000;
const longestMicros = 10_000;
/** Intervals are whole steps of it. */
const stepMicros = 500;

/** Microseconds between samples where nobody says how many: more of them for a longer measured time. */
export function usualIntervalMicros(durationS: number): number {
  const micros = Math.floor((durationS * 1e6) / wantedSamples / stepMicros) * stepMicros;
  return Math.min(longestMicros, Math.max(shortestMicros, micros));
}
