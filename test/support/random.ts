/** Random numbers that are the same for the same seed, on every machine (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** 0…1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }
}

/** The next number from 0 to 1, without 1. */
export type NextRandom = () => number;

/** The same numbers, for whoever needs nothing else. */
export function seededRandom(seed: number): NextRandom {
  const random = new Random(seed);
  return () => random.next();
}
