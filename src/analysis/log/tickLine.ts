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
  state: number;
  /** Return addresses, outermost first; only the first `depth` are in use. */
  levels: Float64Array;
  depth: number;
  /** How many levels, from the outermost, equal those of the previous sample. */
  shared: number;
}

/**
 * Reads `tick` lines: `pc,micros,isCallback,tosOrCallback,vmState[,stack…]` after the kind, with
 * the innermost return address first. Most of a stack repeats the previous sample's, and V8 writes
 * addresses in full, so a tail of the same bytes is not parsed again:
 *
 *     …,0x4c0,0x330,0x210     levels: 0x210 0x330 0x4c0
 *     …,0x4d8,0x330,0x210     levels: 0x210 0x330 0x4d8, of which 2 are shared
 *
 * `0x330,0x210` is only compared with the bytes of the line before.
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
  /** Start of each level's text, in bytes before the end of its line. */
  readonly #beforeEnd = new Int32Array(maxStackDepth);
  /**
   * The levels of this line that are not shared, innermost first, and the positions of their texts.
   */
  readonly #inner = new Float64Array(maxStackDepth);
  readonly #innerAt = new Int32Array(maxStackDepth);

  /** The bytes of the last line's stack; null if the next line can't be compared with them. */
  #last: Uint8Array | null = null;
  #lastStart = 0;
  #lastEnd = 0;
  /** A view of the same bytes, to compare eight at a time. */
  #view: DataView | null = null;
  #viewed: Uint8Array | null = null;

  /** Call this when the bytes of the previous line are overwritten. */
  forget(): void {
    this.#last = null;
    this.#view = null;
  }

  /** Reads the fields of a line. Returns false and changes nothing if they break the grammar. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    const fields = this.#fields;
    fields.start(bytes, start, end);
    const pc = fields.hex();
    const micros = fields.decimal();
    const isCallback = fields.decimal();
    const callback = fields.hex();
    const state = fields.decimal();
    // NaN in any of them survives the sum.
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
      // "overflow" comes last, on stacks deeper than V8 records. The next stack is not comparable.
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
    // The same text means the same addresses only if they are written in full.
    this.#last = isRelative ? null : bytes;
    this.#lastStart = stackStart;
    this.#lastEnd = end;
    return true;
  }

  /** How many levels at the end of the line have the same bytes as in the last one. */
  #sharedLevels(bytes: Uint8Array, stackStart: number, end: number): number {
    if (this.#last !== bytes) return 0;
    const least = Math.max(stackStart, end - (this.#lastEnd - this.#lastStart));
    const back = end - this.#lastEnd;
    const view = this.#viewOf(bytes);
    let same = end;
    // Eight bytes of text are never NaN or -0 as a number.
    while (
      same - 8 >= least &&
      view.getFloat64(same - 8, true) === view.getFloat64(same - 8 - back, true)
    ) {
      same -= 8;
    }
    while (same > least && bytes[same - 1] === bytes[same - 1 - back]) same--;
    let shared = this.depth;
    while (shared > 0 && end - this.#beforeEnd[shared - 1]! < same) shared--;
    // The match may begin inside a longer address.
    if (shared > 0 && bytes[end - this.#beforeEnd[shared - 1]! - 1] !== comma) shared--;
    return shared;
  }
  #viewOf(bytes: Uint8Array): DataView {
    const view = this.#view;
    // A line that spans chunks comes in bytes of its own.
    if (view && this.#viewed === bytes) return view;
    this.#viewed = bytes;
    return (this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
}
