/**
 * The number of samples of a busy server: with it the share of a hot line (up to a fifth) is off by
 * at most a point on average. More samples would only cost the server time.
 */
const wantedSamples = 1000;
const shortestMicros = 1000;
const longestMicros = 10_000;
/** Intervals are multiples of this. */
const stepMicros = 500;

/** The default interval: longer for a longer measured time. */
export function usualIntervalMicros(durationS: number): number {
  const micros = Math.floor((durationS * 1e6) / wantedSamples / stepMicros) * stepMicros;
  return Math.min(longestMicros, Math.max(shortestMicros, micros));
}
