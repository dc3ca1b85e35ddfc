/** A power of two. */
const slots = 2 ** 14;

/**
 * The nodes that were last found for return addresses below a node, as long as no code was added,
 * moved or deleted: one look-up for what would be one of the frames and one of each of their nodes.
 */
export class CallMemo {
  readonly #callers = new Int32Array(slots).fill(-1);
  readonly #addresses = new Float64Array(slots);
  readonly #changes = new Float64Array(slots);
  readonly #nodes = new Int32Array(slots);

  /** -1 where it is not known. */
  get(caller: number, address: number, changes: number): number {
    const slot = slotOf(caller, address);
    return this.#addresses[slot] === address &&
      this.#callers[slot] === caller &&
      this.#changes[slot] === changes
      ? this.#nodes[slot]!
      : -1;
  }

  /** @param changes the code map's count of them */
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
