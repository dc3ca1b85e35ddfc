import { Int32List } from '../../analysis/profile/growableArrays.ts';
import { readNodeRows, type NodeList } from '../../analysis/import/cpuProfileNodes.ts';
import { ImportError, tooLarge } from '../../analysis/import/foreignProfile.ts';
import { parseBounded } from '../files/boundedJson.ts';
import { longRows } from './longRows.ts';

/**
 * Keys whose lists are parsed without making JavaScript arrays. They are nearly all of a large CPU
 * profile, and `JSON.parse` takes seconds and hundreds of megabytes for them.
 */
const keys = ['nodes', 'samples', 'timeDeltas'] as const;
/** Shorter lists are left to `JSON.parse`. */
const minBytes = 200_000;
const maxNumbers = 50_000_000;

interface LongList {
  key: (typeof keys)[number];
  values: Int32Array | NodeList;
  /** From the opening bracket to after the closing one. */
  start: number;
  end: number;
}

/**
 * Parses JSON; throws a SyntaxError like `JSON.parse`. Long lists of integers become Int32Arrays,
 * and the nodes of a CPU profile a {@link NodeList}.
 */
export function parseWithLongLists(bytes: Buffer): unknown {
  const lists = keys.flatMap((key) => longList(bytes, key) ?? []).sort((a, b) => a.start - b.start);
  const isInside = lists.some(({ start }, i) => i > 0 && start < lists[i - 1]!.end);
  if (lists.length === 0 || isInside) return parseBounded(bytes);
  const parts: Buffer[] = [];
  let from = 0;
  for (const { key, start, end } of lists) {
    parts.push(bytes.subarray(from, start), Buffer.from(`"${placeOf(key)}"`));
    from = end;
  }
  parts.push(bytes.subarray(from));
  const json = parseBounded(Buffer.concat(parts)) as Record<string, unknown> | null;
  // A placeholder that is not at the top level belongs to something else.
  if (!lists.every(({ key }) => json?.[key] === placeOf(key))) {
    return parseBounded(bytes);
  }
  for (const { key, values } of lists) json![key] = values;
  return json;
}

/** A placeholder for a list while the rest is parsed. */
function placeOf(key: LongList['key']): string {
  return `(long list of ${key})`;
}

/** The first list of that name, if it is long and holds nothing unusual. */
function longList(bytes: Buffer, key: LongList['key']): LongList | null {
  // Can't match inside a string, where the quotation marks would be escaped.
  const name = `"${key}"`;
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
    const colon = afterSpace(bytes, at + name.length);
    if (bytes[colon] !== 58) continue;
    const start = afterSpace(bytes, colon + 1);
    if (bytes[start] !== 91) return null;
    if (key === 'nodes') {
      const list = longRows(bytes, start, minBytes);
      const values = list && nodesOf(list.rows);
      return values && { key, values, start, end: list.end };
    }
    const close = bytes.indexOf(']', start);
    if (close < 0 || close - start < minBytes) return null;
    const values = wholeNumbers(bytes, start + 1, close);
    return values && { key, values, start, end: close + 1 };
  }
  return null;
}

/** Null if they are no nodes; the error then comes from parsing the whole. */
function nodesOf(rows: Iterable<unknown>): NodeList | null {
  try {
    return readNodeRows(rows);
  } catch (error) {
    if (error instanceof ImportError && error.message !== tooLarge) return null;
    throw error;
  }
}

function afterSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 32 || bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 9) at++;
  return at;
}

/** Null unless the bytes are 32-bit integers with commas. */
function wholeNumbers(bytes: Buffer, from: number, to: number): Int32Array | null {
  const values = new Int32List(Math.ceil((to - from) / 5));
  let value = 0;
  let digits = 0;
  let sign = 1;
  let isEnded = false;
  for (let at = from; at <= to; at++) {
    const byte = at === to ? 44 : bytes[at]!;
    if (byte >= 48 && byte <= 57) {
      if (isEnded || (digits > 0 && value === 0)) return null;
      value = value * 10 + (byte - 48);
      digits++;
    } else if (byte === 44) {
      if (digits === 0 || value > 0x7fffffff || values.length === maxNumbers) return null;
      values.push(sign * value);
      value = digits = 0;
      sign = 1;
      isEnded = false;
    } else if (byte === 45 && digits === 0 && sign === 1) {
      sign = -1;
    } else if (byte === 32 || byte === 10 || byte === 13 || byte === 9) {
      if (digits > 0) isEnded = true;
      else if (sign === -1) return null;
    } else {
      return null;
    }
  }
  return values.items.subarray(0, values.length);
}
