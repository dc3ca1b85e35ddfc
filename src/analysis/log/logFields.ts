import { decodeLogText } from './logText.ts';

const comma = 44;

/** Reads the fields of one log line from the first to the last. Past the end they are empty. */
export class LogFields {
  #bytes: Uint8Array = new Uint8Array(0);
  #position = 0;
  #end = 0;

  /** Starts at the first field in these bytes of a line. */
  start(bytes: Uint8Array, position: number, end: number): void {
    this.#bytes = bytes;
    this.#position = position;
    this.#end = end;
  }

  /** Position of the next byte; past the end once everything is read. */
  get position(): number {
    return this.#position;
  }

  get atEnd(): boolean {
    return this.#position >= this.#end;
  }

  /** The next byte without reading it; undefined at the end. */
  get next(): number | undefined {
    return this.atEnd ? undefined : this.#bytes[this.#position];
  }

  /** Skips one byte, while `skip` skips a field. */
  pass(): void {
    this.#position++;
  }

  rest(): Uint8Array {
    return this.#bytes.slice(this.#position, this.#end);
  }

  /** Copies the bytes of this many fields, with the commas between them. */
  copy(fields: number): Uint8Array {
    const start = this.#position;
    for (let field = 0; field < fields; field++) this.skip();
    return this.#bytes.slice(start, this.#position);
  }

  /** Reads a field as text and undoes its escapes. */
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

  /** Reads a field as a decimal number, NaN if it is none. */
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

  /** Reads a field as a hexadecimal number with or without `0x`, NaN if it is none. */
  hex(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let position = this.#position;
    if (bytes[position] === 48 && bytes[position + 1] === 120) position += 2;
    const first = position;
    // Two parts of at most 24 and 28 bits keep this in integer arithmetic.
    let high = 0;
    let low = 0;
    // Becomes negative with the first byte that is no digit.
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

/** The value of a byte as a hexadecimal digit; -1 if it is none. */
const hexDigits = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdefABCDEF'.includes(String.fromCharCode(byte))
    ? parseInt(String.fromCharCode(byte), 16)
    : -1,
);
/** Factors for the first six digits, by how many digits follow them. */
const lowScales = Float64Array.from({ length: 8 }, (_, digits) => 16 ** digits);
