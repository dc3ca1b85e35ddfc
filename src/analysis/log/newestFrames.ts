import { AddressCache } from './addressCache.ts';
import type { LogCode } from './logCode.ts';

/**
 * The frames, outermost first, that samples have shown last in the call that returns to an address. A call site with
 * many targets repeats one for some samples, and each line of a loop comes by in its turn.
 */
export class NewestFrames {
  readonly #ofReturn: AddressCache<Int32Array>;

  constructor(private readonly code: LogCode) {
    this.#ofReturn = new AddressCache(code.table);
  }

  learn(returnAddress: number, frames: Int32Array): void {
    const entry = this.code.table.find(returnAddress);
    if (entry >= 0) this.#ofReturn.set(returnAddress, false, entry, frames);
  }

  /** Returns null if no sample has shown any. */
  at(returnAddress: number): Int32Array | null {
    return this.#ofReturn.get(returnAddress, false) ?? null;
  }
}
