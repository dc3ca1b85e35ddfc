/** An inlined call: which function, and where in its parent it was called. */
export interface InlinedCall {
  /** Index into the code's list of inlined functions; -1 where V8 does not say which it was. */
  function: number;
  /** Offset of the call in the parent's script. */
  sourceOffset: number;
  /** Index into the same table; -1: called by the code's own function. */
  parent: number;
}

/**
 * Where in its script each instruction of a piece of code came from: the `positions` and `inlining`
 * fields of a `code-source-info` line.
 */
export class PositionTable {
  readonly #codeOffsets: Int32Array;
  readonly #sourceOffsets: Int32Array;
  readonly #inliningIds: Int32Array;
  readonly inlining: InlinedCall[];

  constructor(positions: string, inlining: string) {
    const runs = [...positions.matchAll(/C(\d+)O(-?\d+)(?:I(\d+))?/g)];
    this.#codeOffsets = Int32Array.from(runs, (run) => Number(run[1]));
    this.#sourceOffsets = Int32Array.from(runs, (run) => Number(run[2]));
    this.#inliningIds = Int32Array.from(runs, (run) =>
      run[3] === undefined ? -1 : Number(run[3]),
    );
    this.inlining = [...inlining.matchAll(/F(\d*)O(-?\d+)(?:I(\d+))?/g)].map((call) => ({
      function: call[1] === '' ? -1 : Number(call[1]),
      sourceOffset: Number(call[2]),
      parent: call[3] === undefined ? -1 : Number(call[3]),
    }));
  }

  get empty(): boolean {
    return this.#codeOffsets.length === 0;
  }

  /** The run that `codeOffset` lies in, as an index for the two getters below; the first run where it lies before all. */
  find(codeOffset: number): number {
    const offsets = this.#codeOffsets;
    let low = 0;
    let high = offsets.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (offsets[middle]! <= codeOffset) low = middle + 1;
      else high = middle;
    }
    return Math.max(low - 1, 0);
  }

  sourceOffset(run: number): number {
    return this.#sourceOffsets[run]!;
  }

  /** -1 where the position is of the code's own function. */
  inliningId(run: number): number {
    return this.#inliningIds[run]!;
  }
}
