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
  /** Of each run its offset in the code, its offset in the source, and its inlined call or -1. */
  readonly #runs: Int32Array;
  readonly inlining: InlinedCall[] = [];

  constructor(fields: Uint8Array) {
    const found = fields.indexOf(comma);
    const end = found < 0 ? fields.length : found;
    this.#runs = triples(fields, 0, end, letterC);
    const calls = triples(fields, end, fields.length, letterF);
    for (let at = 0; at < calls.length; at += 3) {
      const [fn, sourceOffset, parent] = [calls[at]!, calls[at + 1]!, calls[at + 2]!];
      this.inlining.push({ function: fn, sourceOffset, parent });
    }
  }

  get empty(): boolean {
    return this.#runs.length === 0;
  }

  /** The run that `codeOffset` lies in, as an index for the two getters below; the first run where it lies before all. */
  find(codeOffset: number): number {
    const runs = this.#runs;
    let low = 0;
    let high = runs.length / 3;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (runs[middle * 3]! <= codeOffset) low = middle + 1;
      else high = middle;
    }
    return Math.max(low - 1, 0);
  }

  sourceOffset(run: number): number {
    return this.#runs[run * 3 + 1]!;
  }

  /** -1 where the position is of the code's own function. */
  inliningId(run: number): number {
    return this.#runs[run * 3 + 2]!;
  }
}

/** The numbers of each `<letter><number>O<number>[I<number>]`, -1 where there is none; what is garbled is passed over. */
function triples(bytes: Uint8Array, start: number, end: number, letter: number): Int32Array {
  // The shortest, `FO0`, has three bytes.
  const numbers = new Int32Array(end - start);
  let count = 0;
  let at = start;
  while (at < end) {
    if (bytes[at++] !== letter) continue;
    let part = 0;
    for (; part < 3; part++) {
      if (part > 0 && bytes[at] !== (part === 1 ? letterO : letterI)) break;
      if (part > 0) at++;
      const negative = part === 1 && bytes[at] === minus;
      if (negative) at++;
      const first = at;
      let value = 0;
      let digit = 0;
      for (; at < end && (digit = bytes[at]! - 48) >= 0 && digit <= 9; at++) {
        value = value * 10 + digit;
      }
      if (at > first) numbers[count + part] = negative ? -value : value;
      // Only the function of an inlined call may be unknown.
      else if (part === 2 || (part === 0 && letter === letterF)) numbers[count + part] = -1;
      else break;
    }
    if (part < 2) continue;
    if (part === 2) numbers[count + 2] = -1;
    count += 3;
  }
  return numbers.slice(0, count);
}
