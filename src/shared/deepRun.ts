/**
 * Sentences on deep runs. V8's logging beside the samples costs time, and costs more the more is
 * wrong, and so even two deep runs can't be compared.
 */

export const deepRunWarning =
  'This is a deep run: what V8 wrote down took time of the server, for some code more than for other. Look at which lines are hot and why, and do not compare its figures with those of another run.';

/** Says why a deep run is compared with nothing. `run`: its name for people. */
export function deepRunNotComparable(run: string): string {
  return `${run} is a deep run, in which V8 wrote down more than usual, at the server's expense: it cannot be compared. Take normal runs instead.`;
}

export const deepRunNoBaseline =
  'A deep run cannot be the baseline: what V8 wrote down took time of the server. Pin a normal run instead.';
