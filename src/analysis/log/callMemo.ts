/** A power of two. */
const slots = 2 ** 14;

/**
 * Caches the tree node found for a return address below a caller's node. One look-up replaces
 * finding the address's frames and then the node of each. Entries are valid until code is added,
 * moved or deleted.
 */
export class CallMemo {
  readonly #callers = new Int32Array(slots).fill(-1);
  readonly #addresses = new Float64Array(slots);
  readonly #changes = new Float64Array(slots);
  readonly #nodes = new Int32Array(slots);

  /** Returns -1 if the node is not known. */
  get(caller: number, address: number, changes: number): number {
    const slot = slotOf(caller, address);
    return this.#addresses[slot] === address &&
      this.#callers[slot] === caller &&
      this.#changes[slot] === changes
      ? this.#nodes[slot]!
      : -1;
  }

  /** @param changes the code map's count of changes */
  set(caller: number, address: number, changes: number, node: number): void {
    const slot = slotOf(caller, address);
    this.#callers[slot] = caller;
    this.#addresses[slot] = address;
    this.#changes[slot] = changes;
    this.#nodes[slot] = node;
  }
}

function slotOf(caller: number, address: number): number {
  const h = Math.imul(address | 0, 0x9e3779b1) ^ Math.imul(caller, 0x85ebca6b);
  return (h ^ (h >>> 15)) & (slots - 1);
}
