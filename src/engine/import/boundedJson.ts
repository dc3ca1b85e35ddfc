import { ImportError, tooLarge } from '../../analysis/import/foreignProfile.ts';

/**
 * What JSON becomes is up to thirty times its length, where it is hardly more than brackets. So
 * before it is parsed, its values are counted: a profile has some hundred bytes for each object.
 */
const limits = { bytes: 250_000_000, objects: 6_000_000, values: 40_000_000 };
/** Shorter text is parsed at once: it can't become much. */
const smallBytes = 5_000_000;

/** `JSON.parse` of these bytes; throws ImportError where it would take more memory than a profile may. */
export function parseBounded(bytes: Buffer): unknown {
  checkJson(bytes, 0, bytes.length);
  return JSON.parse(bytes.toString('utf8'));
}

/** Throws ImportError where this part of some JSON would take more memory than a profile may. */
export function checkJson(bytes: Buffer, from: number, to: number): void {
  if (to - from <= smallBytes) return;
  if (to - from > limits.bytes) throw new ImportError(tooLarge);
  let objects = 0;
  let values = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte === 34) at = endOfText(bytes, at + 1);
    else if (byte === 44) values++;
    else if (byte === 91 || byte === 123) objects++;
  }
  if (objects > limits.objects || values > limits.values) throw new ImportError(tooLarge);
}

/** Where the second quotation mark of the text is. */
export function endOfText(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 34) return at;
    if (byte === 92) at++;
  }
  return bytes.length;
}
