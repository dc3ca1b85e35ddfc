import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Tier } from '../../../src/shared/vocabulary.ts';

/** By function, what V8's `%GetOptimizationStatus` gives. */
export type Statuses = Record<string, number>;

/** From the file that the environment variable STATUS_FILE named for the server `tiers`, which adds to it ten times a second. */
export function readStatuses(file: string): Statuses[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => (JSON.parse(line) as { status: Statuses }).status);
}

/** From the bits of V8's `OptimizationStatus` (runtime.h) from Node 20 on; the newest line has one bit less below them. */
export function tierOfStatus(status: number, major: number): Tier {
  const shift = major >= 26 ? 1 : 0;
  const has = (bit: number) => (status & (1 << (bit - shift))) !== 0;
  assert.equal(status & 1, 1, 'a function');
  if (has(6)) return 'turbofan';
  if (has(5)) return 'maglev';
  if (has(15)) return 'sparkplug';
  assert.ok(has(7), `neither compiled nor interpreted: ${status.toString(2)}`);
  return 'ignition';
}
