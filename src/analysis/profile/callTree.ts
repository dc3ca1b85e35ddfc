import { Int32List } from './growableArrays.ts';

/**
 * A call tree over frame numbers in flat arrays. Node 0 is the root; a child's number is above its
 * parent's. One open-addressing hash table over (parent, frame) finds children.
 */
export class CallTree {
  readonly parents = new Int32List(4096);
  readonly frames = new Int32List(4096);
  #slots = new Int32Array(8192).fill(-1);

  constructor() {
    this.parents.push(-1);
    this.frames.push(-1);
  }

  get length(): number {
    return this.parents.length;
  }

  /** Returns the child of `parent` with `frame`, making it if needed. */
  child(parent: number, frame: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const parents = this.parents.items;
    const frames = this.frames.items;
    let slot = hash(parent, frame) & mask;
    for (;;) {
      const node = slots[slot]!;
      if (node < 0) break;
      if (parents[node] === parent && frames[node] === frame) return node;
      slot = (slot + 1) & mask;
    }
    const node = this.parents.length;
    this.parents.push(parent);
    this.frames.push(frame);
    slots[slot] = node;
    if (node * 2 > slots.length) this.#grow();
    return node;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let node = 1; node < this.length; node++) {
      let slot = hash(this.parents.at(node), this.frames.at(node)) & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = node;
    }
    this.#slots = slots;
  }
}

function hash(parent: number, frame: number): number {
  let h = Math.imul(parent, 0x9e3779b1) ^ Math.imul(frame, 0x85ebca6b);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return h ^ (h >>> 13);
}
