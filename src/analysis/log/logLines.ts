const newline = 10;

/**
 * Splits a stream of bytes into lines. A line within one chunk is handed on without a copy; one
 * that spans chunks is joined once, when its end arrives, unless it is too long.
 */
export class LineSplitter {
  /**
   * Emptied and reused: V8 would assume numbers in each new array and recompile when it gets bytes.
   */
  readonly #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  /** Whether the current line exceeded `maxLineBytes`. */
  #isTooLong = false;
  /** Number of lines skipped because they were longer than `maxLineBytes`. */
  tooLong = 0;

  /**
   * @param onLine gets the bytes `start`…`end` of `bytes`, without the newline; valid only during
   * the call
   */
  constructor(
    private readonly onLine: (bytes: Uint8Array, start: number, end: number) => void,
    private readonly maxLineBytes = 100_000_000,
  ) {}

  push(chunk: Uint8Array): void {
    // A Buffer finds a byte three times as fast as a Uint8Array, which `onLine` is optimized for.
    const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
    let start = 0;
    let end = chunk.indexOf(newline);
    if (end >= 0 && this.#isTooLong) {
      this.#isTooLong = false;
      start = end + 1;
      end = chunk.indexOf(newline, start);
    } else if (end >= 0 && this.#pendingBytes > 0) {
      const line = this.#takePending(bytes.subarray(0, end));
      this.onLine(line, 0, line.length);
      start = end + 1;
      end = chunk.indexOf(newline, start);
    }
    while (end >= 0) {
      this.onLine(bytes, start, end);
      start = end + 1;
      end = chunk.indexOf(newline, start);
    }
    if (start < chunk.length && !this.#isTooLong) {
      // The caller reuses its chunk, so the rest has to be copied.
      this.#pending.push(bytes.slice(start));
      this.#pendingBytes += chunk.length - start;
      if (this.#pendingBytes > this.maxLineBytes) {
        this.#dropPending();
        this.#isTooLong = true;
        this.tooLong++;
      }
    }
  }

  /** Drops what follows the last newline. Returns true if there was something: the line was cut. */
  end(): boolean {
    const cut = this.#pendingBytes > 0 || this.#isTooLong;
    this.#dropPending();
    return cut;
  }

  #takePending(tail: Uint8Array): Uint8Array {
    const line = new Uint8Array(this.#pendingBytes + tail.length);
    let offset = 0;
    for (const part of this.#pending) {
      line.set(part, offset);
      offset += part.length;
    }
    line.set(tail, offset);
    this.#dropPending();
    return line;
  }

  #dropPending(): void {
    this.#pending.length = 0;
    this.#pendingBytes = 0;
  }
}
