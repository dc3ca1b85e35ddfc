import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import type { BenchSide, ExportedFunction } from '../../shared/benchWire.ts';
import type { CallList } from './callList.ts';
import type { LoadedFunction } from './loadFunction.ts';

/** How a file that runs without Hotframe gets at the function, and the calls to write beside it. */
export function exportedFunction(
  loaded: LoadedFunction,
  list: CallList,
  { isSelfContained }: BenchSide,
): ExportedFunction {
  const values = list.values(loaded);
  const [first] = values;
  const wanted = loaded.functionFor(first!);
  // The module has its classes and objects itself.
  const isOwned = loaded.owner !== null;
  const calls = values.map(({ self, args }) =>
    self === undefined || isOwned ? { args } : { self, args },
  );
  const isPlain = isDeepStrictEqual(jsonCopy(calls), calls);
  return {
    names: namesTo(loaded.exports, wanted),
    isMethod: loaded.home !== null,
    isOwned,
    text: isSelfContained && loaded.home === null ? Function.prototype.toString.call(wanted) : null,
    calls: isPlain ? calls : null,
    base64: isPlain ? null : serialize(calls).toString('base64'),
  };
}

function jsonCopy(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    return null;
  }
}

/** Two steps are enough for `exports.Cart.prototype.total`. */
function namesTo(exports: unknown, wanted: unknown): string[] | null {
  if (exports === wanted) return [];
  for (const [name, value] of entriesOf(exports)) {
    if (value === wanted) return [name];
    const inside = [
      ...entriesOf(value).map(([key, part]) => [[name, key], part] as const),
      ...entriesOf((value as { prototype?: unknown } | null)?.prototype).map(
        ([key, part]) => [[name, 'prototype', key], part] as const,
      ),
    ];
    const found = inside.find(([, part]) => part === wanted);
    if (found) return [...found[0]];
  }
  return null;
}

function entriesOf(value: unknown): [string, unknown][] {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return [];
  return Object.entries(Object.getOwnPropertyDescriptors(value)).flatMap(
    ([name, { value: part }]) => (part === undefined ? [] : [[name, part] as [string, unknown]]),
  );
}
