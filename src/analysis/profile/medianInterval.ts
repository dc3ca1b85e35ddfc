import { Float64List } from './growableArrays.ts';
import type { Profile } from './profile.ts';

/**
 * Microseconds that a sample stands for: the median distance between two samples of a thread. It is
 * a little above the requested interval, because the sampler waits that long between samples.
 */
export function medianIntervalMicros(profile: Profile): number {
  const { intervalMicros } = profile;
  return Math.min(medianDistanceMicros(profile) ?? intervalMicros, intervalMicros * 2);
}

/** Null if there are too few samples: their distances then show idle time rather than sampling. */
export function medianDistanceMicros({ samples, isolates }: Profile): number | null {
  const { timeMicros, isolate } = samples;
  const distances = new Distances();
  const last = new Float64Array(isolates.length).fill(NaN);
  for (let i = 0; i < timeMicros.length; i++) {
    const thread = isolate[i]!;
    const distance = timeMicros[i]! - last[thread]!;
    if (distance > 0) distances.add(distance);
    last[thread] = timeMicros[i]!;
  }
  return distances.count < 100 ? null : distances.median();
}

/** Counts distances, nearly all of which are short whole numbers, so that few need sorting. */
class Distances {
  count = 0;
  /** Count of each short distance, by its microseconds. */
  readonly #short = new Uint32Array(1 << 16);
  readonly #others = new Float64List();

  add(distance: number): void {
    this.count++;
    const whole = distance | 0;
    if (whole === distance && whole < this.#short.length) this.#short[whole]!++;
    else this.#others.push(distance);
  }

  /** The upper of the two middle values if their number is even. */
  median(): number {
    const others = this.#others.items.subarray(0, this.#others.length).sort();
    let left = this.count >> 1;
    let other = 0;
    for (let whole = 0; whole < this.#short.length; whole++) {
      for (; other < others.length && others[other]! < whole; other++) {
        if (left-- === 0) return others[other]!;
      }
      left -= this.#short[whole]!;
      if (left < 0) return whole;
    }
    return others[other + left]!;
  }
}
