import { decodeLogText } from './logText.ts';

const comma = 44;

/** The fields of one line of a log, read from the first to the last; past the last they are empty. */
export class LogFields {
  #bytes: Uint8Array = new Uint8Array(0);
  #position = 0;
  #end = 0;

  /** Goes to the first field in these bytes of a line. */
  start(bytes: Uint8Array, position: number, end: number): void {
    this.#bytes = bytes;
    this.#position = position;
    this.#end = end;
  }

  /** Of the next byte; behind the end where all is read. */
  get position(): number {
    return this.#position;
  }

  get atEnd(): boolean {
    return this.#position >= this.#end;
  }

  /** The byte that comes next, which stays; undefined at the end. */
  get next(): number | undefined {
    return this.atEnd ? undefined : this.#bytes[this.#position];
  }

  /** Goes past one byte. */
  pass(): void {
    this.#position++;
  }

  /** The bytes of all that is left, copied. */
  rest(): Uint8Array {
    return this.#bytes.slice(this.#position, this.#end);
  }

  /** The bytes of so many fields with the commas between them, copied. */
  copy(fields: number): Uint8Array {
    const start = this.#position;
    for (let field = 0; field < fields; field++) this.skip();
    return this.#bytes.slice(start, this.#position);
  }

  /** The field as text, its escapes undone. */
  text(): string {
    const start = this.#position;
    this.skip();
    const end = this.#bytes[this.#position - 1] === comma ? this.#position - 1 : this.#position;
    return start >= end ? '' : decodeLogText(this.#bytes.subarray(start, end));
  }

  skip(): void {
    const next = this.#bytes.indexOf(comma, this.#position);
    this.#position = next < 0 || next >= this.#end ? this.#end : next + 1;
  }

  /** The field as a decimal number, NaN where it is none. */
  decimal(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let position = this.#position;
    const negative = bytes[position] === 45;
    if (negative) position++;
    const first = position;
    let value = 0;
    let byte = 0;
    for (; position < end && (byte = bytes[position]!) !== comma; position++) {
      if (byte < 48 || byte > 57) value = NaN;
      value = value * 10 + (byte - 48);
    }
    this.#position = position + 1;
    if (position === first) return NaN;
    return negative ? -value : value;
  }

  /** The field as a hexadecimal number with or without `0x`, NaN where it is none. */
  hex(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let position = this.#position;
    if (bytes[position] === 48 && bytes[position + 1] === 120) position += 2;
    const first = position;
    // Two halves of at most 24 bits and 28 bits keep this in integer arithmetic.
    let high = 0;
    let low = 0;
    // Below 0 from the first byte on that is no digit.
    let all = 0;
    let byte = 0;
    const middle = Math.min(end, first + 6);
    for (; position < middle && (byte = bytes[position]!) !== comma; position++) {
      const digit = hexDigits[byte]!;
      all |= digit;
      high = (high << 4) | digit;
    }
    if (position === middle) {
      for (; position < end && (byte = bytes[position]!) !== comma; position++) {
        const digit = hexDigits[byte]!;
        all |= digit;
        low = (low << 4) | digit;
      }
    }
    this.#position = position + 1;
    const digits = position - first;
    if (all < 0 || digits === 0 || digits > 13) return NaN;
    return digits <= 6 ? high : high * lowScales[digits - 6]! + low;
  }
}

/** What a byte stands for as a hexadecimal digit; -1 where it is none. */
const hexDigits = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdefABCDEF'.includes(String.fromCharCode(byte))
    ? parseInt(String.fromCharCode(byte), 16)
    : -1,
);
/** By what the first digits of a number are multiplied where so many follow. */
const lowScales = Float64Array.from({ length: 8 }, (_, digits) => 16 ** digits);
