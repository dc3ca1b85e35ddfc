/** The middle one of an odd number of values, the upper of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}

/** What a quarter of the values is below or at. */
export function lowerQuartile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 2] ?? NaN;
}

/** `median (lowest–highest)`. */
export function spread(values: readonly number[], digits = 0): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

/** The same, and how that is to a limit: `12.1 (11.0–15.2) ms, 0.24 of the limit of 50`. */
export function against(
  values: readonly number[],
  limit: number,
  digits = 1,
  unit: 'ms' | 'MB' = 'ms',
): string {
  const part = median(values) / limit;
  return `${spread(values, digits)} ${unit}, ${part.toFixed(2)} of the limit of ${limit}${part > 1 ? ': MISSED' : ''}`;
}

/** The same where more is better: `180 (170–190) MB/s, 1.80 times the wanted 100`. */
export function atLeast(values: readonly number[], wanted: number, unit: string): string {
  const part = median(values) / wanted;
  return `${spread(values)} ${unit}, ${part.toFixed(2)} times the wanted ${wanted}${part < 1 ? ': MISSED' : ''}`;
}

/** A ratio, and whether it is within its limit. */
export function below(value: number, limit: number): string {
  return `${value.toFixed(2)}${value > limit ? ` (MISSED, at most ${limit})` : ''}`;
}

/** How many times as large as others values are, median to median. */
export function ratio(values: readonly number[], others: readonly number[]): number {
  return median(values) / median(others);
}
