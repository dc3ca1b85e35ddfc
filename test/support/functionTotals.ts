import assert from 'node:assert/strict';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { areas } from '../../src/shared/vocabulary.ts';

/** Of one function, in the unit of whoever read it. */
export interface FunctionTotal {
  self: number;
  total: number;
}

/** What a reader makes of a file: the whole, and each function by `name file:line`. */
export interface ReadTotals {
  whole: number;
  functions: Map<string, FunctionTotal>;
}

/** Frames from the outermost, as `name file:line`. */
export interface ReadStack {
  frames: string[];
  value: number;
}

export function functionKey(fn: { name: string; file: string; line: number }): string {
  return fn.file === '' ? fn.name : `${fn.name} ${fn.file}:${fn.line}`;
}

/** A function counts once a stack, however often it is on it. */
export function totalsOf(stacks: readonly ReadStack[]): ReadTotals {
  const read: ReadTotals = { whole: 0, functions: new Map() };
  for (const { frames, value } of stacks) {
    read.whole += value;
    frames.forEach((key, depth) => {
      const known = read.functions.get(key) ?? { self: 0, total: 0 };
      read.functions.set(key, known);
      if (frames.indexOf(key) === depth) known.total += value;
      if (depth === frames.length - 1) known.self += value;
    });
  }
  return read;
}

/**
 * Compares what another program reads with our own report of all areas, function by function, in
 * shares of the whole. `tolerance`: how far a share may be off.
 */
export function assertSameTotals(
  read: ReadTotals,
  profile: Profile,
  {
    keyOf = functionKey,
    tolerance = 1e-9,
  }: { keyOf?: typeof functionKey; tolerance?: number } = {},
): void {
  const { functions, onCpu } = buildReport(profile, new Set(areas));
  const wanted = new Map<string, FunctionTotal>();
  for (const fn of functions) {
    if (fn.total === 0) continue;
    const key = keyOf(fn);
    assert.ok(!wanted.has(key), `two functions are ${key}: the test can't tell them apart`);
    wanted.set(key, { self: fn.self, total: fn.total });
  }
  assert.ok(wanted.size > 5 && onCpu > 0, 'there is something to compare');
  for (const [key, { self, total }] of wanted) {
    const found = read.functions.get(key);
    assert.ok(found, `${key} is missing among ${[...read.functions.keys()].join(', ')}`);
    assertNear(found.self / read.whole, self, tolerance, `self of ${key}`);
    assertNear(found.total / read.whole, total, tolerance, `total of ${key}`);
  }
  // What has no file (builtins, the garbage collector) is in no report by name, but in the sum.
  const selves = [...read.functions.values()].reduce((sum, { self }) => sum + self, 0);
  assertNear(selves / read.whole, 1, tolerance, 'the sum of self');
}

function assertNear(found: number, wanted: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(found - wanted) <= tolerance, `${what}: ${found} instead of ${wanted}`);
}
