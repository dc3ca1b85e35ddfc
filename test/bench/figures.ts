/** The middle one of an odd number of values, the upper of the two middle ones of an even number. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}

/** `median (lowest–highest)`. */
export function spread(values: readonly number[], digits = 0): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

/** The same, and how that is to a limit: `12.1 (11.0–15.2) ms, 0.24 of the limit of 50`. */
export function against(values: readonly number[], limitMs: number, digits = 1): string {
  const part = median(values) / limitMs;
  return `${spread(values, digits)} ms, ${part.toFixed(2)} of the limit of ${limitMs}${part > 1 ? ': MISSED' : ''}`;
}
