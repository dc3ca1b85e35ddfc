/**
 * The shape that a value must have: a test of it, an object with at least these keys, or a list of one shape.
 */
export type Shape = ((value: unknown) => boolean) | Fields | readonly [Shape];

export interface Fields {
  readonly [key: string]: Shape;
}

export function conforms(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'function') return shape(value);
  if (isList(shape)) {
    return Array.isArray(value) && value.every((each) => conforms(each, shape[0]));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = value as Record<string, unknown>;
  return Object.entries(shape).every(([key, each]) => conforms(fields[key], each));
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

export const text = (value: unknown) => typeof value === 'string';
export const flag = (value: unknown) => typeof value === 'boolean';
export const number = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
export const amount = (value: unknown) => number(value) && (value as number) >= 0;
/** Milliseconds since 1970 that are a date. */
export const moment = (value: unknown) => number(value) && Math.abs(value as number) <= 8.64e15;
/** A sum of shares may exceed 1 slightly. */
export const share = (value: unknown) => amount(value) && (value as number) < 1.001;
export const count = (value: unknown) => Number.isSafeInteger(value) && amount(value);
export const position = (value: unknown) => count(value) && (value as number) < 2 ** 31;
export const oneOf =
  (words: readonly string[]): Shape =>
  (value: unknown) =>
    words.includes(value as string);
export const orNull =
  (shape: Shape): Shape =>
  (value: unknown) =>
    value === null || conforms(value, shape);
/** For keys that only newer versions of Hotframe write. */
export const orAbsent =
  (shape: Shape): Shape =>
  (value: unknown) =>
    value === undefined || conforms(value, shape);
