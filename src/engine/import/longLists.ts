import { Float64List } from '../../analysis/profile/growableArrays.ts';

/**
 * JSON in which the longest lists of numbers do not become lists of JavaScript: a large CPU profile is
 * half `samples` and `timeDeltas`, which `JSON.parse` takes seconds and hundreds of megabytes for.
 */
const keys = ['samples', 'timeDeltas'] as const;
/** Shorter ones are not worth it. */
const minBytes = 200_000;

interface LongList {
  key: (typeof keys)[number];
  values: Float64Array;
  /** From its bracket to after the other one. */
  start: number;
  end: number;
}

/** Parses the bytes; throws a SyntaxError as `JSON.parse` does. */
export function parseWithLongLists(bytes: Buffer): unknown {
  const lists = keys.flatMap((key) => longList(bytes, key) ?? []).sort((a, b) => a.start - b.start);
  if (lists.length === 0) return JSON.parse(bytes.toString('utf8'));
  let text = '';
  let from = 0;
  for (const { start, end } of lists) {
    text += `${bytes.toString('utf8', from, start)}[]`;
    from = end;
  }
  const json: unknown = JSON.parse(text + bytes.toString('utf8', from));
  const isTop = (key: string) =>
    Array.isArray((json as Record<string, unknown> | null)?.[key]) &&
    (json as Record<string, unknown[]>)[key]!.length === 0;
  // Further inside it belongs to something else.
  if (!lists.every(({ key }) => isTop(key))) return JSON.parse(bytes.toString('utf8'));
  for (const { key, values } of lists) (json as Record<string, unknown>)[key] = values;
  return json;
}

/** The one list of that name, where it is long and of whole numbers alone. */
function longList(bytes: Buffer, key: LongList['key']): LongList | null {
  // Within a text, its second quotation mark would stand behind a backslash.
  const name = `"${key}"`;
  const at = bytes.indexOf(name);
  if (at < 0 || bytes.indexOf(name, at + 1) >= 0) return null;
  const start = bytes.indexOf('[', at + name.length);
  if (start < 0 || !/^\s*:\s*$/.test(bytes.toString('latin1', at + name.length, start)))
    return null;
  const close = bytes.indexOf(']', start);
  if (close < 0 || close - start < minBytes) return null;
  const values = wholeNumbers(bytes, start + 1, close);
  return values && { key, values, start, end: close + 1 };
}

/** Null where there is anything else in between than whole numbers with commas. */
function wholeNumbers(bytes: Buffer, from: number, to: number): Float64Array | null {
  const values = new Float64List(Math.ceil((to - from) / 5));
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
      if (digits === 0 || digits > 15) return null;
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
