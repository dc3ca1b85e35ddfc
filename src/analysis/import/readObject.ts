/** An object as `JSON.parse` makes it. */
export type Row = Record<string, unknown>;

/** Whether it is an array, or numbers that a reader has packed into an Int32Array. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || value instanceof Int32Array;
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether it is a whole number of at least 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function finite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A whole number, given as digits or a number; NaN if it is neither. */
export function wholeNumber(value: unknown): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : NaN;
}
