import { tProbability, tQuantile } from './studentT.ts';

export interface TrimmedMean {
  mean: number;
  low: number;
  high: number;
  /** The probability of such differences if the true one is zero. */
  probability: number;
}

/** Share cut off at each end: the largest and the smallest of 7 values, two of each of 14. */
const trimmedShare = 0.15;

/**
 * The trimmed mean with Student's t interval (Tukey and McLaughlin 1963; Yuen 1974). A run that
 * another program disturbed is cut off instead of widening the interval. Below 7 values it is the
 * plain mean with its t interval. Null for fewer than two values.
 * @param minVariance lower bound of a value's variance, from the resolution of the measurement
 * @param sharedVariance of an error that all values have alike, which more of them do not reduce
 * @param level share of cases in which the interval misses the true mean
 */
export function trimmedMean(
  values: readonly number[],
  minVariance: number,
  level: number,
  sharedVariance = 0,
): TrimmedMean | null {
  const count = values.length;
  if (count < 2) return null;
  const cut = Math.floor(trimmedShare * count);
  const kept = count - 2 * cut;
  const sorted = [...values].sort((a, b) => a - b);
  const mean = averageOf(sorted.slice(cut, count - cut));
  // Cut values count as the outermost kept one (winsorized).
  const drawnIn = sorted.map((_, i) => sorted[Math.min(count - 1 - cut, Math.max(cut, i))]!);
  const centre = averageOf(drawnIn);
  const squares = drawnIn.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  const sumOfSquares = Math.max(squares, minVariance * (kept - 1));
  const error = Math.sqrt(sumOfSquares / (kept * (kept - 1)) + sharedVariance);
  const reach = tQuantile(level, kept - 1) * error;
  const probability = mean === 0 ? 1 : tProbability(mean / error, kept - 1);
  return { mean, low: mean - reach, high: mean + reach, probability };
}

function averageOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
