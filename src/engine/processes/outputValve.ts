const bytesPerWindow = 256 * 1024;
const windowMs = 1000;

/**
 * Passes on at most 256 KiB of a stream per second, so that a server that prints megabytes does not
 * flood the display, and notes in the stream how much was left out.
 */
export class OutputValve {
  readonly #decoder = new TextDecoder();
  #windowEndMs = 0;
  #passedBytes = 0;
  #droppedBytes = 0;

  constructor(private readonly onText: (text: string) => void) {}

  /** `nowMs` is of a monotonic clock. */
  add(chunk: Uint8Array, nowMs: number): void {
    if (nowMs >= this.#windowEndMs) {
      this.end();
      this.#windowEndMs = nowMs + windowMs;
      this.#passedBytes = 0;
    }
    if (this.#passedBytes >= bytesPerWindow) {
      this.#droppedBytes += chunk.length;
      return;
    }
    this.#passedBytes += chunk.length;
    this.onText(this.#decoder.decode(chunk, { stream: true }));
  }

  /** Reports what was left out since the last text. */
  end(): void {
    if (this.#droppedBytes === 0) return;
    const megabytes = (this.#droppedBytes / 1e6).toFixed(1);
    this.#droppedBytes = 0;
    this.onText(`\n[${megabytes} MB of output are left out here]\n`);
  }
}
