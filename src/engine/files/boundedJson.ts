import { ImportError, tooLarge } from '../../analysis/import/foreignProfile.ts';

export interface JsonLimits {
  bytes: number;
  objects: number;
  values: number;
}

/** A profile has about a hundred bytes per object. */
const profileLimits: JsonLimits = { bytes: 250_000_000, objects: 4_000_000, values: 40_000_000 };
/** Shorter text is not checked: it can't become large. */
const smallBytes = 5_000_000;

/** `JSON.parse` with a limit. Throws ImportError if the value would take more memory than a profile may. */
export function parseBounded(bytes: Buffer): unknown {
  checkJson(bytes, 0, bytes.length);
  return JSON.parse(bytes.toString('utf8'));
}

/** Throws ImportError if this part of the JSON would take more memory than a profile may. */
export function checkJson(bytes: Buffer, from: number, to: number): void {
  if (exceeds(bytes.subarray(from, to), profileLimits)) throw new ImportError(tooLarge);
}

/**
 * Whether JSON exceeds its limits, checked before parsing: text of little but brackets takes up to
 * fifty times its length in memory.
 */
export function exceeds(bytes: Buffer, limits: JsonLimits): boolean {
  if (bytes.length <= smallBytes) return false;
  if (bytes.length > limits.bytes) return true;
  let objects = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === 34) at = endOfText(bytes, at + 1);
    else if (byte === 44) values++;
    else if (byte === 91 || byte === 123) objects++;
  }
  return objects > limits.objects || values > limits.values;
}

/** The index of the text's closing quotation mark. */
export function endOfText(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 34) return at;
    if (byte === 92) at++;
  }
  return bytes.length;
}
