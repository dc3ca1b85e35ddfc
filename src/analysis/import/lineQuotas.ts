import type { CpuProfileNodes } from './cpuProfileNodes.ts';

/** Deals each node's samples out to its lines, in proportion to their ticks and mixed over the time. */
export class LineQuotas {
  /** Ticks of a node up to and with each of its lines. */
  readonly #ends: Float64Array;
  /** Ticks of a node, those that no line is known of included. */
  readonly #whole: Float64Array;
  readonly #step: Int32Array;
  /** Of a node's samples that which comes next; they are dealt out in steps. */
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

  /** Which of the ticks the node's next sample belongs to; -1 where its line is not known. */
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

/** A step that visits all of `count` places before it comes back, far from its neighbours. */
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
