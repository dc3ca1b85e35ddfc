import assert from 'node:assert/strict';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { areas } from '../../src/shared/vocabulary.ts';

/** What a reader says of one function, in its own unit. */
export interface ReadFunction {
  key: string;
  self: number;
  /** With all that it calls; counted once for a stack that it is on several times. */
  total: number;
}

/** Frames from the outermost, each by what it is called. */
export interface ReadStack {
  frames: string[];
  value: number;
}

interface Placed {
  name: string;
  file: string;
  line: number;
}

export function functionKey({ name, file, line }: Placed): string {
  return file === '' ? name : `${name} ${file}:${line}`;
}

export function functionsOf(stacks: readonly ReadStack[]): ReadFunction[] {
  const functions = new Map<string, ReadFunction>();
  for (const { frames, value } of stacks) {
    frames.forEach((key, depth) => {
      const known = functions.get(key) ?? { key, self: 0, total: 0 };
      functions.set(key, known);
      if (frames.indexOf(key) === depth) known.total += value;
      if (depth === frames.length - 1) known.self += value;
    });
  }
  return [...functions.values()];
}

/**
 * Compares what another program reads with our own report of all areas, function by function, in
 * shares of the sum of self. Where functions share a key, only the sum of their self is compared.
 * @param keyOf what the program calls a function
 * @param tolerance how far a share may be off
 */
export function assertSameFunctions(
  read: readonly ReadFunction[],
  profile: Profile,
  {
    keyOf = functionKey,
    tolerance = 1e-9,
  }: { keyOf?: (fn: Placed) => string; tolerance?: number } = {},
): void {
  const whole = read.reduce((sum, { self }) => sum + self, 0);
  const found = new Map<string, ReadFunction[]>();
  for (const row of read) found.set(row.key, [...(found.get(row.key) ?? []), row]);

  const wanted = new Map<string, { self: number; total: number | null }>();
  // All functions: those without a file, as builtins are, have no totals in a report.
  const { functions, onCpu } = buildReport(profile, new Set(areas));
  for (const fn of functions.filter(({ total }) => total > 0)) {
    const known = wanted.get(keyOf(fn));
    if (known) wanted.set(keyOf(fn), { self: known.self + fn.self, total: null });
    else wanted.set(keyOf(fn), { self: fn.self, total: fn.total });
  }
  const unplaced = new Set(
    profile.functions.filter(({ area }) => !codeAreas.has(area)).map((fn) => keyOf(fn)),
  );
  assert.ok(wanted.size > 5 && onCpu > 100, 'there is something to compare');
  for (const [key, { self, total }] of wanted) {
    const rows = found.get(key);
    if (!rows && Math.max(self, total ?? 0) <= tolerance) continue;
    // The sentence is long, so it is made only where it is needed.
    if (!rows) assert.fail(`${key} is missing among ${[...found.keys()].join(', ')}`);
    // Some programs have no way to tell a builtin from a function of its name.
    if (unplaced.has(key)) continue;
    const sum = rows.reduce((all, row) => all + row.self, 0);
    assertNear(sum / whole, self, tolerance, `self of ${key}`);
    if (total === null || rows.length > 1) continue;
    assertNear(rows[0]!.total / whole, total, tolerance, `total of ${key}`);
  }
}

const codeAreas = new Set<string>(['app', 'deps', 'core', 'wasm']);

export function assertNear(found: number, wanted: number, tolerance: number, what: string): void {
  assert.ok(Math.abs(found - wanted) <= tolerance, `${what}: ${found} instead of ${wanted}`);
}

/** Samples in which code ran. */
export function onCpuOf({ samples }: Profile): number {
  return samples.node.reduce((sum, node) => sum + (node < 0 ? 0 : 1), 0);
}
