const firstLength = 1 << 16;
/** 64 MB; ids beyond are not known. */
const maxLength = 1 << 24;

/**
 * Keeps a small number for each of many ids that follow one another, as those of `async_hooks` do. A `Map`
 * of as many costs the server more, in garbage collections too.
 */
export class IdTable {
  #numbers = new Int32Array(firstLength);
  #firstId: number | null = null;

  /** @param least of the numbers */
  constructor(private readonly least: number) {}

  set(id: number, number: number): void {
    this.#firstId ??= id;
    const at = id - this.#firstId;
    if (at < 0 || at >= maxLength) return;
    if (at >= this.#numbers.length) this.#grow(at);
    this.#numbers[at] = number - this.least + 1;
  }

  get(id: number): number | undefined {
    const number = this.#numbers[id - (this.#firstId ?? 0)] ?? 0;
    return number === 0 ? undefined : number - 1 + this.least;
  }

  #grow(at: number): void {
    let { length } = this.#numbers;
    while (length <= at) length *= 2;
    const larger = new Int32Array(length);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}
