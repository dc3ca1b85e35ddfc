const utf8 = new TextDecoder();

const backslash = 92;

/** Decodes raw bytes of a log line and undoes V8's escapes (`\n`, `\\`, `\xNN`, `\uNNNN`). */
export function decodeLogText(bytes: Uint8Array): string {
  const first = bytes.indexOf(backslash);
  if (first < 0) return utf8.decode(bytes);
  // Sources are full of escapes, most of which stand for one byte.
  const plain = withoutEscapes(bytes, first);
  return plain ? utf8.decode(plain) : utf8.decode(bytes).replace(escapes, unescape);
}

/** The bytes without V8's escapes; null if an escape is invalid or stands for more than ASCII. */
function withoutEscapes(bytes: Uint8Array, first: number): Uint8Array | null {
  const plain = bytes.slice();
  let length = first;
  for (let at = first; at < bytes.length; at++) {
    let byte = bytes[at]!;
    if (byte === backslash) {
      byte = bytes[++at] ?? 128;
      switch (byte) {
        case 110: // n
          byte = 10;
          break;
        case 114: // r
          byte = 13;
          break;
        case 116: // t
          byte = 9;
          break;
        case 120: // x
          byte = hexDigit(bytes[at + 1]) * 16 + hexDigit(bytes[at + 2]);
          at += 2;
          break;
        case 117: // u
          return null;
      }
      if (!(byte < 128)) return null;
    }
    plain[length++] = byte;
  }
  return plain.subarray(0, length);
}

/** Returns NaN for a byte that is no digit. */
function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return NaN;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : NaN;
}

const escapes = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))/g;

function unescape(
  _all: string,
  x: string | undefined,
  u: string | undefined,
  single: string | undefined,
): string {
  const code = x ?? u;
  if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
  if (single === 'n') return '\n';
  if (single === 'r') return '\r';
  if (single === 't') return '\t';
  return single ?? '';
}
