import jStat from 'jstat';

/**
 * Student's t distribution from the package jstat. jstat returns NaN or nonsense for arguments out
 * of range, so only this file calls it. Tested against printed tables.
 */

/** The t whose absolute value is exceeded in `level` of the cases. */
export function tQuantile(level: number, degreesOfFreedom: number): number {
  return jStat.studentt.inv(1 - level / 2, degreesOfFreedom);
}

/** The probability that chance alone reaches `t`, on either side. */
export function tProbability(t: number, degreesOfFreedom: number): number {
  if (!Number.isFinite(t)) return 0;
  return Math.min(1, 2 * jStat.studentt.cdf(-Math.abs(t), degreesOfFreedom));
}
