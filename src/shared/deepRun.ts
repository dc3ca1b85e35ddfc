/**
 * What is said of deep runs, whose figures hold the cost of all that V8 writes down beside the
 * samples. It grows with what is wrong, so not even two deep runs say how far two states are apart.
 */

/** Said with the figures of the run. */
export const deepRunWarning =
  'This is a deep run: the server was slowed by what V8 wrote down. Look at which lines are hot and why, and do not compare its figures with those of another run.';

/** Why it is compared with nothing. `run`: what it is called. */
export function deepRunNotComparable(run: string): string {
  return `${run} is a deep run, which was slowed by what V8 wrote down: it cannot be compared. Take runs of Profile Server instead.`;
}

export const deepRunNoBaseline =
  'A deep run cannot be the baseline: it was slowed by what V8 wrote down. Pin a run of Profile Server instead.';
