import { LogFields } from './logFields.ts';

const comma = 44;
/** V8 records at most 255 frames. */
const maxStackDepth = 512;

/** One sample of the log, as {@link IsolateLog} takes it. */
export interface LoggedSample {
  pc: number;
  micros: number;
  /** Address of the C++ callback that ran instead of `pc`, or 0. */
  callback: number;
  /** V8's number of it. */
  state: number;
  /** Return addresses, outermost first; only the first `depth` are in use. */
  levels: Float64Array;
  depth: number;
  /** So many of the levels, from the outermost on, are as they were in the sample before. */
  shared: number;
}

/**
 * The `tick` lines of a log, one after the other: `pc,micros,isCallback,tosOrCallback,vmState[,stack…]`
 * after the kind. Most of a stack is that of the sample before, and V8 writes addresses in full: what
 * ends in the same bytes is not read again.
 */
export class TickLine implements LoggedSample {
  pc = 0;
  micros = 0;
  callback = 0;
  state = 0;
  readonly levels = new Float64Array(maxStackDepth);
  depth = 0;
  shared = 0;

  readonly #fields = new LogFields();
  /** Where each level's text begins, in bytes before the end of its line. */
  readonly #beforeEnd = new Int32Array(maxStackDepth);
  /** The levels of this line that are not shared, innermost first, and where their texts begin. */
  readonly #inner = new Float64Array(maxStackDepth);
  readonly #innerAt = new Int32Array(maxStackDepth);

  /** The bytes of the last line's stack; null where they can't be compared with. */
  #last: Uint8Array | null = null;
  #lastStart = 0;
  #lastEnd = 0;
  /** Of the same bytes, eight at a time. */
  #view: DataView | null = null;
  #viewed: Uint8Array | null = null;

  /** The bytes of the line before are no longer there. */
  forget(): void {
    this.#last = null;
    this.#view = null;
  }

  /** Reads the fields of a line; false where they break the grammar, and then nothing has changed. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    const fields = this.#fields;
    fields.start(bytes, start, end);
    const pc = fields.hex();
    const micros = fields.decimal();
    const isCallback = fields.decimal();
    const callback = fields.hex();
    const state = fields.decimal();
    // NaN of any of them survives the sum.
    if (Number.isNaN(pc + micros + isCallback + callback + state)) return false;

    const stackStart = Math.min(fields.position, end);
    let shared = this.#sharedLevels(bytes, stackStart, end);
    const sharedStart = shared > 0 ? end - this.#beforeEnd[shared - 1]! : end;
    let isRelative = false;
    let count = 0;
    let previous = pc;
    while (fields.position < sharedStart) {
      const at = fields.position;
      const sign = bytes[at];
      // "overflow": deeper than V8 records. It is last, so nothing behind it counts.
      if (sign === 111) {
        shared = 0;
        break;
      }
      if (sign === 43 || sign === 45) {
        isRelative = true;
        fields.pass();
      }
      const value = fields.hex();
      if (Number.isNaN(value) || shared + count === maxStackDepth) return false;
      previous = sign === 43 ? previous + value : sign === 45 ? previous - value : value;
      this.#inner[count] = previous;
      this.#innerAt[count++] = at;
    }
    const depth = shared + count;
    for (let i = 0; i < count; i++) {
      this.levels[depth - 1 - i] = this.#inner[i]!;
      this.#beforeEnd[depth - 1 - i] = end - this.#innerAt[i]!;
    }
    this.pc = pc;
    this.micros = micros;
    this.callback = isCallback === 1 ? callback : 0;
    this.state = state;
    this.depth = depth;
    this.shared = shared;
    // The same text stands for the same addresses only where they are written in full.
    this.#last = isRelative ? null : bytes;
    this.#lastStart = stackStart;
    this.#lastEnd = end;
    return true;
  }

  /** How many levels end the line in the same bytes as the last one. */
  #sharedLevels(bytes: Uint8Array, stackStart: number, end: number): number {
    if (this.#last !== bytes) return 0;
    const least = Math.max(stackStart, end - (this.#lastEnd - this.#lastStart));
    const back = end - this.#lastEnd;
    const view = this.#viewOf(bytes);
    let same = end;
    // Text is never NaN or -0 as a number.
    while (
      same - 8 >= least &&
      view.getFloat64(same - 8, true) === view.getFloat64(same - 8 - back, true)
    ) {
      same -= 8;
    }
    while (same > least && bytes[same - 1] === bytes[same - 1 - back]) same--;
    let shared = this.depth;
    while (shared > 0 && end - this.#beforeEnd[shared - 1]! < same) shared--;
    // Its first byte may be within a longer address.
    if (shared > 0 && bytes[end - this.#beforeEnd[shared - 1]! - 1] !== comma) shared--;
    return shared;
  }
  #viewOf(bytes: Uint8Array): DataView {
    const view = this.#view;
    // A line in two chunks was put together in bytes of its own.
    if (view && this.#viewed === bytes) return view;
    this.#viewed = bytes;
    return (this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
}
