/** An inlined call: which function, and where in its parent it was called. */
export interface InlinedCall {
  /** Index into the code's list of inlined functions; -1 if V8 does not name it. */
  function: number;
  /** Offset of the call in the parent's script. */
  sourceOffset: number;
  /** Index of the calling inlined call in this table; -1 for the code's own function. */
  parent: number;
}

const comma = 44;
const minus = 45;
const letterC = 67;
const letterF = 70;
const letterI = 73;
const letterO = 79;

/**
 * Maps each instruction of a piece of code to its position in a script. Reads the `positions` and
 * `inlining` fields of a `code-source-info` line,
 * `C<code>O<source>[I<inlining>]…,F[<function>]O<source>[I<parent>]…`. For example,
 * `C0O10C8O52I1C20O14,F0O12F1O60I0` says:
 *
 *     code 0–7    offset 10 of the code's own function
 *     code 8–19   offset 52 of function 1, which inlined call 1 runs
 *     code 20–    offset 14 of the code's own function
 *     call 0      runs function 0, called at offset 12 of the own function
 *     call 1      runs function 1, called at offset 60 within call 0
 *
 * So an address at 9 stands for three frames: own function at 12, function 0 at 60, function 1 at
 * 52.
 */
export class PositionTable {
  /** Three numbers a run: offset in the code, offset in the source, inlined call or -1. */
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

  /** Index of the run that contains `codeOffset`, or of the first run if it lies before all. */
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

  /** -1 if the position is in the code's own function. */
  inliningId(run: number): number {
    return this.#runs[run * 3 + 2]!;
  }
}

/** Parses each `<letter><number>O<number>[I<number>]`, -1 for a missing one; skips garbage. */
function triples(bytes: Uint8Array, start: number, end: number, letter: number): Int32Array {
  // The shortest triple, `FO0`, has three bytes.
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
