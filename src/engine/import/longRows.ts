import { checkJson, endOfText } from '../files/boundedJson.ts';

/** Bytes parsed at once: few enough for memory, and enough that calls don't count. */
const batchBytes = 1 << 18;

/**
 * Parses the list of objects or lists at `start` lazily, while its rows are iterated, which throws
 * a SyntaxError like `JSON.parse`. `end` is after its closing bracket. Null if it has no end or
 * less than `minBytes`.
 */
export function longRows(
  bytes: Buffer,
  start: number,
  minBytes: number,
): { rows: Iterable<unknown>; end: number } | null {
  const cuts = [start];
  let from = start;
  for (let at = start + 1, depth = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === 34) {
      at = endOfText(bytes, at + 1);
    } else if (byte === 44) {
      if (depth > 0 || at - from < batchBytes) continue;
      cuts.push(at);
      from = at;
    } else if (byte === 91 || byte === 123) {
      depth++;
    } else if ((byte === 93 || byte === 125) && --depth < 0) {
      if (byte !== 93 || at - start < minBytes) return null;
      cuts.push(at);
      return { rows: rowsBetween(bytes, cuts), end: at + 1 };
    }
  }
  return null;
}

/** @param cuts positions of brackets and commas in the list; each ends a batch */
function* rowsBetween(bytes: Buffer, cuts: readonly number[]): Generator {
  for (let i = 1; i < cuts.length; i++) {
    const [from, to] = [cuts[i - 1]! + 1, cuts[i]!];
    // A single row may be nearly the whole file.
    checkJson(bytes, from, to);
    const rows = JSON.parse(`[${bytes.toString('utf8', from, to)}]`) as unknown[];
    if (rows.length === 0 && cuts.length > 2) throw new SyntaxError('Nothing after a comma');
    yield* rows;
  }
}
