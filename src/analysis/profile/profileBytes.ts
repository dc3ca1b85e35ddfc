/** Packs numbers as base64 text for JSON, without Node or a browser. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const encodeTable = Uint8Array.from(alphabet, (char) => char.charCodeAt(0));
const decodeTable = new Int8Array(128).fill(-1);
encodeTable.forEach((code, value) => {
  decodeTable[code] = value;
});

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  const codes = new Uint8Array(8192);
  let length = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    codes[length++] = encodeTable[bits >> 18]!;
    codes[length++] = encodeTable[(bits >> 12) & 63]!;
    codes[length++] = i + 1 < bytes.length ? encodeTable[(bits >> 6) & 63]! : padding;
    codes[length++] = i + 2 < bytes.length ? encodeTable[bits & 63]! : padding;
    // This is about as many arguments as a call safely takes.
    if (length === codes.length) {
      text += String.fromCharCode(...codes);
      length = 0;
    }
  }
  return text + String.fromCharCode(...codes.subarray(0, length));
}

/** Returns null if the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 !== 0) return null;
  const pads = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - pads);
  // The last four characters are decoded separately, with their padding as zeroes.
  const whole = pads === 0 ? text.length : text.length - 4;
  const last = pads === 0 ? '' : text.slice(whole, text.length - pads).padEnd(4, 'A');
  let to = 0;
  for (let from = 0; from < whole; from += 4) {
    const bits = bitsOfFour(text, from);
    if (bits < 0) return null;
    bytes[to] = bits >> 16;
    bytes[to + 1] = bits >> 8;
    bytes[to + 2] = bits;
    to += 3;
  }
  if (last === '') return bytes;
  const bits = bitsOfFour(last, 0);
  if (bits < 0) return null;
  bytes[to] = bits >> 16;
  if (pads === 1) bytes[to + 1] = bits >> 8;
  return bytes;
}

/** Decodes four characters to 24 bits; negative if they are not base64. */
function bitsOfFour(text: string, at: number): number {
  const first = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  const third = text.charCodeAt(at + 2);
  const fourth = text.charCodeAt(at + 3);
  if ((first | second | third | fourth) > 127) return -1;
  return (
    (decodeTable[first]! << 18) |
    (decodeTable[second]! << 12) |
    (decodeTable[third]! << 6) |
    decodeTable[fourth]!
  );
}

/**
 * Packs signed 32-bit integers as base64: each difference to the previous one is zigzag-coded in as
 * few 7-bit groups as possible, because neighbours in a profile's tables are close.
 */
export function packInts(values: ArrayLike<number>): string {
  const bytes = new Uint8Array(values.length * 5);
  let length = 0;
  let previous = 0;
  for (let i = 0; i < values.length; i += 1) {
    const difference = (values[i]! - previous) | 0;
    previous = values[i]!;
    let rest = ((difference << 1) ^ (difference >> 31)) >>> 0;
    while (rest > 127) {
      bytes[length] = (rest & 127) | 128;
      length += 1;
      rest >>>= 7;
    }
    bytes[length] = rest;
    length += 1;
  }
  return toBase64(bytes.subarray(0, length));
}

/** Returns null if the text does not hold exactly `count` integers. */
export function unpackInts(text: string, count: number): Int32Array | null {
  const bytes = fromBase64(text);
  // Each integer takes a byte or more, so a wrong count can't request more memory than the text.
  if (!bytes || bytes.length < count) return null;
  const values = new Int32Array(count);
  let at = 0;
  let previous = 0;
  for (let i = 0; i < count; i += 1) {
    if (at >= bytes.length) return null;
    let byte = bytes[at++]!;
    let rest = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      if (shift > 28 || at >= bytes.length) return null;
      byte = bytes[at++]!;
      rest |= (byte & 127) << shift;
    }
    previous = (previous + ((rest >>> 1) ^ -(rest & 1))) | 0;
    values[i] = previous;
  }
  return at === bytes.length ? values : null;
}

/** Packs doubles as base64 of their little-endian bytes. */
export function packDoubles(values: Float64Array): string {
  const view = new DataView(new ArrayBuffer(values.length * 8));
  values.forEach((value, i) => view.setFloat64(i * 8, value, true));
  return toBase64(new Uint8Array(view.buffer));
}

/** Returns null if the text does not hold exactly `count` doubles. */
export function unpackDoubles(text: string, count: number): Float64Array | null {
  const bytes = fromBase64(text);
  if (!bytes || bytes.length !== count * 8) return null;
  const view = new DataView(bytes.buffer);
  const values = new Float64Array(count);
  for (let i = 0; i < count; i += 1) values[i] = view.getFloat64(i * 8, true);
  return values;
}

const padding = '='.charCodeAt(0);
