import type { Int32List } from '../profile/growableArrays.ts';

/** Groups rows by their owner (-1: none), in their order. */
export class RowsByOwner {
  readonly #rows: Int32Array;
  /** The index at which each owner's rows begin, with one more entry for the end. */
  readonly #starts: Int32Array;

  constructor(owners: Int32List, ownerCount: number) {
    const starts = new Int32Array(ownerCount + 2);
    // Counts are stored one entry further on, because filling moves each start to the next one's.
    for (let row = 0; row < owners.length; row++) {
      if (owners.at(row) >= 0) starts[owners.at(row) + 2]!++;
    }
    for (let i = 2; i < starts.length; i++) starts[i]! += starts[i - 1]!;
    this.#rows = new Int32Array(owners.length);
    for (let row = 0; row < owners.length; row++) {
      if (owners.at(row) >= 0) this.#rows[starts[owners.at(row) + 1]!++] = row;
    }
    this.#starts = starts;
  }

  from(owner: number): number {
    return this.#starts[owner]!;
  }

  to(owner: number): number {
    return this.#starts[owner + 1]!;
  }

  at(index: number): number {
    return this.#rows[index]!;
  }
}
