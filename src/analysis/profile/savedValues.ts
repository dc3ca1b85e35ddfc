import { areas, type Area } from '../../shared/vocabulary.ts';
import { unpackInts } from './profileBytes.ts';

/** Checks of the values of a saved profile: each gives the value, or throws a sentence that names it. */

export const maxInt = 2 ** 31 - 1;

export function broken(what: string): Error {
  return new Error(`The saved profile is damaged: ${what}. Save it again from a new run.`);
}

/** Describes an unexpected value, shortened. */
export function words(value: unknown): string {
  const json = JSON.stringify(value) ?? 'missing';
  return json.length > 40 ? `${json.slice(0, 40)}…` : json;
}

export function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw broken(`${what} is missing`);
}

export function list(value: unknown, what: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw broken(`${what} is not a list`);
}

export function string(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw broken(`${what} is not a text`);
}

export function number(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw broken(`${what} is not a number`);
}

export function count(value: unknown, what: string): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxInt) {
    return value as number;
  }
  throw broken(`${what} is ${words(value)}`);
}

export function area(value: unknown): Area {
  const known = areas.find((name) => name === value);
  if (known) return known;
  throw broken(`the area ${words(value)} is unknown`);
}

export function at<T>(table: T[], index: unknown, what: string): T {
  const entry = table[count(index, what)];
  if (entry === undefined) throw broken(`${what} is ${words(index)} of ${table.length}`);
  return entry;
}

export function ints(value: unknown, length: number, what: string): Int32Array {
  const values = unpackInts(string(value, what), length);
  if (!values) throw broken(`${what} are cut or garbled`);
  return values;
}

export function inRange(values: ArrayLike<number>, low: number, high: number, what: string): void {
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!;
    if (value < low || value > high) throw broken(`${what} is ${value}, outside ${low} to ${high}`);
  }
}
