/** Samples, locations and functions, whose fields become objects too. */
const messages = new Set([2, 4, 5]);

/**
 * Counts the fields of a pprof profile and its messages, up to `most`. A field may take two bytes
 * in the file but a hundred once decoded, so this bounds the memory. Stops where the file is
 * damaged.
 */
export function countPprofFields(bytes: Uint8Array, most: number): number {
  let count = 0;
  let at = 0;
  walk(bytes.length, true);
  return count;

  function walk(end: number, isWhole: boolean): void {
    while (at < end && count < most) {
      count++;
      const key = varint();
      switch (key & 7) {
        case 0:
          varint();
          break;
        case 1:
          at += 8;
          break;
        case 2: {
          const length = varint();
          const next = at + length;
          if (!(next <= end)) {
            at = Infinity;
            return;
          }
          if (isWhole && messages.has(key >>> 3)) walk(next, false);
          at = Math.max(at, next);
          break;
        }
        case 5:
          at += 4;
          break;
        default:
          at = Infinity;
      }
    }
  }

  function varint(): number {
    let value = 0;
    for (let scale = 1; at < bytes.length; scale *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    return value;
  }
}
