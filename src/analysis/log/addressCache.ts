import type { CodeMap } from './codeMap.ts';

/**
 * Caches what was computed for a code address for as long as that code lives there. Each look-up
 * asks the code map whether it still does, so nothing has to be invalidated. An open-addressing
 * hash table.
 */
export class AddressCache<Value> {
  #keys = new Float64Array(4096).fill(-1);
  #entries = new Int32Array(4096);
  #values: (Value | undefined)[] = new Array<Value | undefined>(4096);
  #used = 0;

  constructor(private readonly code: CodeMap) {}

  /**
   * @param leaf whether `address` is a pc; the same address as a return address has its own value
   */
  get(address: number, leaf: boolean): Value | undefined {
    const slot = this.#slot(address * 2 + (leaf ? 1 : 0));
    return this.#keys[slot] !== -1 && this.code.holds(this.#entries[slot]!, address)
      ? this.#values[slot]
      : undefined;
  }

  set(address: number, leaf: boolean, entry: number, value: Value): void {
    const key = address * 2 + (leaf ? 1 : 0);
    const slot = this.#slot(key);
    if (this.#keys[slot] === -1) this.#used++;
    this.#keys[slot] = key;
    this.#entries[slot] = entry;
    this.#values[slot] = value;
    if (this.#used * 2 > this.#keys.length) this.#grow();
  }

  #slot(key: number): number {
    const keys = this.#keys;
    const mask = keys.length - 1;
    let slot = hash(key) & mask;
    while (keys[slot] !== key && keys[slot] !== -1) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const keys = this.#keys;
    const entries = this.#entries;
    const values = this.#values;
    this.#keys = new Float64Array(keys.length * 2).fill(-1);
    this.#entries = new Int32Array(keys.length * 2);
    this.#values = new Array<Value | undefined>(keys.length * 2);
    this.#used = 0;
    for (let old = 0; old < keys.length; old++) {
      const key = keys[old]!;
      // Entries of dead code are dropped.
      if (key === -1 || !this.code.holds(entries[old]!, Math.floor(key / 2))) continue;
      const slot = this.#slot(key);
      this.#keys[slot] = key;
      this.#entries[slot] = entries[old]!;
      this.#values[slot] = values[old];
      this.#used++;
    }
  }
}

function hash(key: number): number {
  const h = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 2 ** 32) | 0, 0x85ebca6b);
  return h ^ (h >>> 15);
}
