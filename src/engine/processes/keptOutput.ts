const firstBytes = 16 * 1024;
const lastBytes = 64 * 1024;

/**
 * The output of a process on both streams in order of arrival: the first 16 KiB, where the error of
 * a failed start is, and the last 64 KiB.
 */
export class KeptOutput {
  readonly #first: Buffer[] = [];
  #last: Buffer[] = [];
  #firstLength = 0;
  #lastLength = 0;
  #leftOut = 0;

  add(chunk: Buffer): void {
    const room = Math.min(firstBytes - this.#firstLength, chunk.length);
    if (room > 0) this.#first.push(chunk.subarray(0, room));
    this.#firstLength += room;
    if (room === chunk.length) return;
    this.#last.push(chunk.subarray(room));
    this.#lastLength += chunk.length - room;
    while (this.#last.length > 1 && this.#lastLength - this.#last[0]!.length >= lastBytes) {
      const dropped = this.#last.shift()!.length;
      this.#lastLength -= dropped;
      this.#leftOut += dropped;
    }
  }

  /** `redact` must cope with a text that is cut off. */
  text(redact: (text: string) => string): string {
    const first = Buffer.concat(this.#first);
    const last = Buffer.concat(this.#last);
    const from = Math.max(0, last.length - lastBytes);
    const leftOut = this.#leftOut + from;
    if (leftOut === 0) return redact(Buffer.concat([first, last]).toString('utf8'));
    return [
      redact(first.toString('utf8').replace(/\ufffd+$/, '')),
      `[${leftOut} bytes are left out here]`,
      redact(
        last
          .subarray(from)
          .toString('utf8')
          .replace(/^\ufffd+/, ''),
      ),
    ].join('\n');
  }
}
