import type { CpuProfileNodes } from './cpuProfileNodes.ts';

/**
 * Distributes each node's samples over its lines, in proportion to their ticks and mixed over time.
 */
export class LineQuotas {
  /** Cumulative ticks of a node, up to and including each of its lines. */
  readonly #ends: Float64Array;
  /** All ticks of a node, including those without a known line. */
  readonly #whole: Float64Array;
  readonly #step: Int32Array;
  /** Position of each node's next sample; positions advance in steps. */
  readonly #next: Int32Array;

  constructor(
    private readonly ticks: CpuProfileNodes['ticks'],
    /** Samples by node. */
    private readonly counts: Int32Array,
    hitCount: Float64Array,
  ) {
    const { length } = counts;
    this.#ends = new Float64Array(ticks.ticks.length);
    this.#whole = new Float64Array(length);
    this.#step = new Int32Array(length);
    this.#next = new Int32Array(length);
    for (let node = 0; node < length; node++) {
      const to = ticks.to[node]!;
      let sum = 0;
      for (let tick = ticks.from[node]!; tick < to; tick++) {
        this.#ends[tick] = sum += ticks.ticks[tick]!;
      }
      this.#whole[node] = Math.max(sum, hitCount[node]!, 1);
      if (to > ticks.from[node]!) this.#step[node] = coprimeNear(counts[node]!);
    }
  }

  /** The tick entry that the node's next sample belongs to; -1 if its line is unknown. */
  next(node: number): number {
    let low = this.ticks.from[node]!;
    const to = this.ticks.to[node]!;
    if (low === to) return -1;
    const whole = this.#whole[node]!;
    if (this.#ends[low]! >= whole) return low;
    const at = this.#next[node]!;
    const count = this.counts[node]!;
    const tick = ((at + 0.5) / count) * whole;
    this.#next[node] = (at + this.#step[node]!) % count;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ends[middle]! <= tick) low = middle + 1;
      else high = middle;
    }
    return low < to ? low : -1;
  }
}

/**
 * A step that visits all of `count` positions before it repeats, with successive ones far apart.
 */
function coprimeNear(count: number): number {
  for (let step = Math.max(1, Math.round(count * 0.618)); step < count; step++) {
    if (greatestDivisor(step, count) === 1) return step;
  }
  return 1;
}

function greatestDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
