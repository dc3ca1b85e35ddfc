import { tProbability, tQuantile } from './studentT.ts';

/** What repeated differences say of the true one. */
export interface TrimmedMean {
  mean: number;
  low: number;
  high: number;
  /** How likely differences like these are where the true one is zero. */
  probability: number;
}

/** Cut off at each end: of 7 values the largest and the smallest, of 14 two of each. */
const trimmedShare = 0.15;

/**
 * The trimmed mean with Student's t interval (Tukey and McLaughlin 1963; Yuen 1974). A run that another
 * program disturbed is cut off instead of widening the interval; below 7 values it is the plain mean
 * with its t interval. Null for fewer than two values.
 *
 * @param minVariance what the variance of a value is at least, from how finely it could be measured
 * @param level the interval misses the true mean in this share of cases
 */
export function trimmedMean(
  values: readonly number[],
  minVariance: number,
  level: number,
): TrimmedMean | null {
  const count = values.length;
  if (count < 2) return null;
  const cut = Math.floor(trimmedShare * count);
  const kept = count - 2 * cut;
  const sorted = [...values].sort((a, b) => a - b);
  const mean = averageOf(sorted.slice(cut, count - cut));
  // What is cut off counts as the outermost value that is kept (winsorized).
  const drawnIn = sorted.map((_, i) => sorted[Math.min(count - 1 - cut, Math.max(cut, i))]!);
  const centre = averageOf(drawnIn);
  const squares = drawnIn.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  const sumOfSquares = Math.max(squares, minVariance * (kept - 1));
  const error = Math.sqrt(sumOfSquares / (kept * (kept - 1)));
  const reach = tQuantile(level, kept - 1) * error;
  const probability = mean === 0 ? 1 : tProbability(mean / error, kept - 1);
  return { mean, low: mean - reach, high: mean + reach, probability };
}

function averageOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
