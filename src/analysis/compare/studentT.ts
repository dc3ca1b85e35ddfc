import jStat from 'jstat';

/**
 * Student's t distribution, by the package jstat (which gives no error but NaN or nonsense where an
 * argument is out of its range, so it is called from here only). Tested against printed tables.
 */

/** The t that a value stays within, to both sides, but for `level` of the cases. */
export function tQuantile(level: number, degreesOfFreedom: number): number {
  return jStat.studentt.inv(1 - level / 2, degreesOfFreedom);
}

/** How likely chance alone goes as far as `t`, to either side. */
export function tProbability(t: number, degreesOfFreedom: number): number {
  if (!Number.isFinite(t)) return 0;
  return Math.min(1, 2 * jStat.studentt.cdf(-Math.abs(t), degreesOfFreedom));
}
