/** An Int32Array that grows: `push` is amortized O(1), `toArray` copies what is in use. */
export class Int32List {
  length = 0;
  items: Int32Array;

  constructor(capacity = 1024) {
    this.items = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.items.length) {
      const larger = new Int32Array(this.items.length * 2);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = value;
  }

  at(index: number): number {
    return this.items[index]!;
  }

  toArray(): Int32Array {
    return this.items.slice(0, this.length);
  }
}

export class Float64List {
  length = 0;
  items: Float64Array;

  constructor(capacity = 1024) {
    this.items = new Float64Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.items.length) {
      const larger = new Float64Array(this.items.length * 2);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = value;
  }

  at(index: number): number {
    return this.items[index]!;
  }
}
