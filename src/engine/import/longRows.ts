import { checkJson, endOfText } from '../boundedJson.ts';

/** What of a list is parsed at once: enough that calls do not count, and little to hold. */
const batchBytes = 1 << 18;

/**
 * The list of objects or lists that begins at `start`, parsed while one goes through its rows, which
 * throws a SyntaxError as `JSON.parse` does; `end` is after its bracket. Null where it has less than
 * `minBytes` or no end.
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

/** @param cuts brackets and commas of the list, each the last of what is before it */
function* rowsBetween(bytes: Buffer, cuts: readonly number[]): Generator {
  for (let i = 1; i < cuts.length; i++) {
    const [from, to] = [cuts[i - 1]! + 1, cuts[i]!];
    // One row may be nearly all of the file.
    checkJson(bytes, from, to);
    const rows = JSON.parse(`[${bytes.toString('utf8', from, to)}]`) as unknown[];
    if (rows.length === 0 && cuts.length > 2) throw new SyntaxError('Nothing after a comma');
    yield* rows;
  }
}
