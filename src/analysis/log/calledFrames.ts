import { AddressCache } from './addressCache.ts';
import type { CodeMap } from './codeMap.ts';

/**
 * Finds the caller that V8's sampler loses under builtins without a frame of their own (inline-cache
 * handlers, small math): the stack then begins with the caller's caller. A return address of JavaScript's
 * code belongs to one call, so the JavaScript function that other samples show there is the one
 * that runs. (A call that reaches now a builtin function and now one in JavaScript is taken for the
 * second.)
 */
export class CalledFrames {
  readonly #framesOfReturn: AddressCache<{ frames: Int32Array; underBuiltin: boolean }>;
  /** Of functions in sparkplug alone, the newest: where one line calls many, it runs for some samples in a row. */
  readonly #baselineOfReturn: AddressCache<Int32Array>;

  constructor(private readonly code: CodeMap) {
    this.#framesOfReturn = new AddressCache(code);
    this.#baselineOfReturn = new AddressCache(code);
  }

  /**
   * A sample shows that the call that returns to `returnAddress` runs `frames`.
   * @param underBuiltin whether they were on top under a builtin: their line then says where such calls are made
   */
  learn(returnAddress: number, frames: Int32Array, underBuiltin: boolean): void {
    const known = this.#framesOfReturn.get(returnAddress, false);
    if (known && (known.underBuiltin || !underBuiltin)) return;
    const entry = this.code.find(returnAddress);
    if (entry >= 0) this.#framesOfReturn.set(returnAddress, false, entry, { frames, underBuiltin });
  }

  /** The same of a function in sparkplug, which is the only one that calls what is outside of its code. */
  learnBaseline(returnAddress: number, frames: Int32Array): void {
    const entry = this.code.find(returnAddress);
    if (entry >= 0) this.#baselineOfReturn.set(returnAddress, false, entry, frames);
  }

  /** The frames of the function in sparkplug that the call ran last; null where no sample has shown one. */
  baselineAt(returnAddress: number): Int32Array | null {
    return this.#baselineOfReturn.get(returnAddress, false) ?? null;
  }

  /** The frames of the JavaScript function that the call runs, as last learned; null where no sample has shown one. */
  at(returnAddress: number): Int32Array | null {
    return this.#framesOfReturn.get(returnAddress, false)?.frames ?? null;
  }
}
