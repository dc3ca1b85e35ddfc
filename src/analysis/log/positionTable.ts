/** An inlined call: which function, and where in its parent it was called. */
export interface InlinedCall {
  /** Index into the code's list of inlined functions; -1 where V8 does not say which it was. */
  function: number;
  /** Offset of the call in the parent's script. */
  sourceOffset: number;
  /** Index into the same table; -1: called by the code's own function. */
  parent: number;
}

const comma = 44;
const minus = 45;
const letterC = 67;
const letterF = 70;
const letterI = 73;
const letterO = 79;

/**
 * Where in its script each instruction of a piece of code came from: the `positions` and `inlining`
 * fields of a `code-source-info` line, `C<code>O<source>[I<inlining>]…,F[<function>]O<source>[I<parent>]…`.
 */
export class PositionTable {
  readonly #codeOffsets: Int32Array;
  readonly #sourceOffsets: Int32Array;
  readonly #inliningIds: Int32Array;
  readonly inlining: InlinedCall[] = [];

  constructor(fields: Uint8Array) {
    const runs = new PositionRuns(fields);
    let count = 0;
    for (let i = 0; i < fields.length; i++) if (fields[i] === letterC) count++;
    const codeOffsets = new Int32Array(count);
    const sourceOffsets = new Int32Array(count);
    const inliningIds = new Int32Array(count);
    count = 0;
    while (runs.next(letterC)) {
      codeOffsets[count] = runs.first;
      sourceOffsets[count] = runs.offset;
      inliningIds[count++] = runs.inlined;
    }
    this.#codeOffsets = codeOffsets.subarray(0, count);
    this.#sourceOffsets = sourceOffsets;
    this.#inliningIds = inliningIds;
    while (runs.next(letterF)) {
      const { first, offset, inlined } = runs;
      this.inlining.push({ function: first, sourceOffset: offset, parent: inlined });
    }
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

/** Reads `<letter><first>O<offset>[I<inlined>]` again and again; what is garbled is passed over. */
class PositionRuns {
  /** -1 where it has no digits. */
  first = -1;
  offset = 0;
  /** -1 where there is none. */
  inlined = -1;
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** Goes to the next of them that begins with `letter`; false at the end of the field, which is passed. */
  next(letter: number): boolean {
    const { bytes } = this;
    while (this.#at < bytes.length) {
      const byte = bytes[this.#at++];
      if (byte === comma) return false;
      if (byte !== letter) continue;
      this.first = this.#number();
      // Only a function may be unknown.
      if ((this.first < 0 && letter === letterC) || bytes[this.#at] !== letterO) continue;
      this.#at++;
      const negative = bytes[this.#at] === minus;
      if (negative) this.#at++;
      const offset = this.#number();
      if (offset < 0) continue;
      this.offset = negative ? -offset : offset;
      this.inlined = -1;
      if (bytes[this.#at] !== letterI) return true;
      this.#at++;
      this.inlined = this.#number();
      return true;
    }
    return false;
  }

  /** -1 where no digit comes next. */
  #number(): number {
    const { bytes } = this;
    const start = this.#at;
    let value = 0;
    let at = start;
    for (; at < bytes.length; at++) {
      const digit = bytes[at]! - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    this.#at = at;
    return at === start ? -1 : value;
  }
}
