/** Larger ids are stored in a map. */
const maxDense = 1 << 22;

/** Maps a file's node ids to places. Most ids are small whole numbers and are looked up often. */
export class NodeNumbers {
  #dense = new Int32Array(1024).fill(-1);
  readonly #others = new Map<number, number>();

  set(id: number, place: number): void {
    if (!(Number.isInteger(id) && id >= 0 && id < maxDense)) {
      this.#others.set(id, place);
      return;
    }
    if (id >= this.#dense.length) {
      let length = this.#dense.length;
      while (length <= id) length *= 2;
      const larger = new Int32Array(length).fill(-1);
      larger.set(this.#dense);
      this.#dense = larger;
    }
    this.#dense[id] = place;
  }

  /** Returns -1 if no node has the id. */
  placeOf(id: number): number {
    const place = id >= 0 && id < this.#dense.length ? this.#dense[id] : undefined;
    return place ?? this.#others.get(id) ?? -1;
  }

  /** Replaces each place by its entry in `to`. */
  move(to: Int32Array): void {
    for (let id = 0; id < this.#dense.length; id++) {
      const place = this.#dense[id]!;
      if (place >= 0) this.#dense[id] = to[place]!;
    }
    for (const [id, place] of this.#others) this.#others.set(id, to[place]!);
  }
}
