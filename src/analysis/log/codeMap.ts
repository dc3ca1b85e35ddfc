import { Float64List, Int32List } from '../profile/growableArrays.ts';

/** Addresses are grouped by their upper bits so that adding code stays cheap in large maps. */
const bucketSize = 2 ** 18;
const memoSlots = 4096;

/**
 * Says which code lies at an address *now*: code is added, moved and deleted in the order of the
 * log, and new code replaces what it overlaps (addresses are reused after GC). Entries are numbers,
 * dense from 0; a dead entry keeps its number, so samples that refer to it stay valid.
 */
export class CodeMap {
  readonly starts = new Float64List(4096);
  readonly ends = new Float64List(4096);
  readonly #alive = new Int32List(4096);
  /** Live entries of each bucket, sorted by start. Ranges don't overlap. */
  readonly #buckets = new Map<number, number[]>();
  /** The entry found last for an address. It is checked with `holds` before it is used. */
  readonly #memoAddresses = new Float64Array(memoSlots).fill(NaN);
  readonly #memoEntries = new Int32Array(memoSlots);
  /** Rises with every change after which an address may stand for other code. */
  changes = 0;

  get length(): number {
    return this.starts.length;
  }

  add(start: number, size: number): number {
    const entry = this.starts.length;
    this.starts.push(start);
    this.ends.push(start + Math.max(size, 1));
    this.#alive.push(0);
    this.#place(entry);
    return entry;
  }

  move(from: number, to: number): void {
    const entry = this.find(from);
    if (entry < 0 || this.starts.at(entry) !== from) return;
    const size = this.ends.at(entry) - from;
    this.#remove(entry);
    this.starts.items[entry] = to;
    this.ends.items[entry] = to + size;
    this.#place(entry);
  }

  delete(start: number): void {
    const entry = this.find(start);
    if (entry >= 0 && this.starts.at(entry) === start) this.#remove(entry);
  }

  /** True while `entry` is the code at `address`; lets look-ups be cached without invalidation. */
  holds(entry: number, address: number): boolean {
    return (
      this.#alive.items[entry] === 1 &&
      address >= this.starts.items[entry]! &&
      address < this.ends.items[entry]!
    );
  }

  find(address: number): number {
    const slot = (address ^ (address / memoSlots)) & (memoSlots - 1);
    if (this.#memoAddresses[slot] === address) {
      const entry = this.#memoEntries[slot]!;
      if (this.holds(entry, address)) return entry;
    }
    const entry = this.#search(address);
    if (entry >= 0) {
      this.#memoAddresses[slot] = address;
      this.#memoEntries[slot] = entry;
    }
    return entry;
  }

  #search(address: number): number {
    const bucket = this.#buckets.get(Math.floor(address / bucketSize));
    if (bucket === undefined) return -1;
    const index = this.#lastAtOrBefore(bucket, address);
    if (index < 0) return -1;
    const entry = bucket[index]!;
    return address < this.ends.items[entry]! ? entry : -1;
  }

  #lastAtOrBefore(bucket: number[], address: number): number {
    const starts = this.starts.items;
    let low = 0;
    let high = bucket.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (starts[bucket[middle]!]! <= address) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #place(entry: number): void {
    this.changes++;
    const start = this.starts.at(entry);
    const end = this.ends.at(entry);
    const last = Math.floor((end - 1) / bucketSize);
    for (let key = Math.floor(start / bucketSize); key <= last; key++) {
      let bucket = this.#buckets.get(key);
      if (bucket === undefined) {
        bucket = [];
        this.#buckets.set(key, bucket);
      }
      // Most new code lies behind everything in its bucket.
      if (bucket.length === 0 || this.ends.at(bucket.at(-1)!) <= start) {
        bucket.push(entry);
        continue;
      }
      this.#removeOverlaps(bucket, start, end);
      bucket.splice(this.#lastAtOrBefore(bucket, start) + 1, 0, entry);
    }
    this.#alive.items[entry] = 1;
  }

  #removeOverlaps(bucket: number[], start: number, end: number): void {
    let index = this.#lastAtOrBefore(bucket, start);
    if (index < 0 || this.ends.at(bucket[index]!) <= start) index++;
    while (index < bucket.length && this.starts.at(bucket[index]!) < end) {
      // This also takes the entry out of this bucket, so `index` then points at the next one.
      this.#remove(bucket[index]!);
    }
  }

  #remove(entry: number): void {
    this.changes++;
    this.#alive.items[entry] = 0;
    const last = Math.floor((this.ends.at(entry) - 1) / bucketSize);
    for (let key = Math.floor(this.starts.at(entry) / bucketSize); key <= last; key++) {
      const bucket = this.#buckets.get(key);
      const index = bucket?.indexOf(entry) ?? -1;
      if (index >= 0) bucket!.splice(index, 1);
    }
  }
}
