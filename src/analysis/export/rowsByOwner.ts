import type { Int32List } from '../profile/growableArrays.ts';

/** Rows that name their owner (-1: none), by owner and within one in their order. */
export class RowsByOwner {
  readonly #rows: Int32Array;
  /** Where an owner's rows begin; one more than there are owners. */
  readonly #starts: Int32Array;

  constructor(owners: Int32List, ownerCount: number) {
    const starts = new Int32Array(ownerCount + 2);
    // One further on, since filling moves each start to the next one's.
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
