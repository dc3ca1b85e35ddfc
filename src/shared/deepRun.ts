/**
 * What is said of deep runs, whose figures hold the cost of all that V8 writes down beside the
 * samples. It grows with what is wrong, so not even two deep runs say how far two states are apart.
 */

/** Said with the figures of the run. */
export const deepRunWarning =
  'This is a deep run: what V8 wrote down took time of the server, for some code more than for other. Look at which lines are hot and why, and do not compare its figures with those of another run.';

/** Why it is compared with nothing. `run`: what it is called. */
export function deepRunNotComparable(run: string): string {
  return `${run} is a deep run, in which V8 wrote down more than usual, at the server's expense: it cannot be compared. Take normal runs instead.`;
}

export const deepRunNoBaseline =
  'A deep run cannot be the baseline: what V8 wrote down took time of the server. Pin a normal run instead.';
