import type { RunCosts } from './codeSide.ts';
import type { Measured } from './costMeasure.ts';
import type { RunValue } from './routeCosts.ts';
import { trimmedMean } from './trimmedMean.ts';
import { minPairs } from './verdict.ts';

/** Shorter times are skipped, if they are so in both states. */
const leastMicros = 50;
const falseShare = 0.05;

/**
 * Measures the change of a time that each run tells by itself, over pairs of neighbouring runs. The
 * variance of a difference is at least that of its two values. Null if the time is too short.
 */
export function measurePairs<Run extends RunCosts>(
  valueOf: Record<'base' | 'head', (run: Run) => RunValue>,
  runs: Record<'base' | 'head', readonly Run[]>,
  pairs: readonly { base: Run; head: Run }[],
): Measured | null {
  const meanOf = (side: 'base' | 'head') =>
    runs[side].reduce((sum, run) => sum + valueOf[side](run).micros, 0) / runs[side].length;
  const [baseMicros, headMicros] = [meanOf('base'), meanOf('head')];
  if (Math.max(baseMicros, headMicros) < leastMicros) return null;
  const values = pairs.map(({ base, head }) => {
    return { base: valueOf.base(base), head: valueOf.head(head) };
  });
  const differences = values.map(({ base, head }) => head.micros - base.micros);
  const minVariance =
    values.reduce((sum, { base, head }) => sum + base.variance + head.variance, 0) /
    (values.length || 1);
  const mean =
    differences.length < minPairs ? null : trimmedMean(differences, minVariance, falseShare);
  return { baseMicros, headMicros, differences, minVariance, sharedVariance: 0, mean };
}
