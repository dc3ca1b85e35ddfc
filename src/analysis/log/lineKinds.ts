import { icKinds } from './icLines.ts';

/** Kinds that V8 writes and that we ignore. */
const otherKinds = new Set([
  'v8-platform',
  'shared-library-end',
  'delete',
  'heap-capacity',
  'heap-available',
  'heap-sample-begin',
  'heap-sample-end',
  'heap-sample-item',
  'script-details',
  'script',
  'script-event',
  'function',
  'feedback-vector',
  'active-runtime-timer',
  'timer-event-start',
  'timer-event-end',
  'timer-event',
  'current-time',
  'snapshot-pos',
  'code-dependency-change',
  'map-create',
  ...[...icKinds.keys()].filter((name) => icKinds.get(name) === null),
]);

/** A kind of line; `read` is null if we ignore it. */
interface LineKind<Read> {
  name: Uint8Array;
  read: Read | null;
}

/**
 * Returns a function that finds the kind of a line by the bytes of its name, without making a
 * string. It returns null for a kind that V8 does not write.
 */
export function lineKinds<Read>(
  readers: ReadonlyMap<string, Read>,
): (bytes: Uint8Array, start: number, end: number) => LineKind<Read> | null {
  const byLength: LineKind<Read>[][] = [];
  for (const name of [...readers.keys(), ...otherKinds]) {
    const kinds = (byLength[name.length] ??= []);
    kinds.push({
      name: Uint8Array.from(name, (letter) => letter.charCodeAt(0)),
      read: readers.get(name) ?? null,
    });
  }
  return (bytes, start, end) => {
    for (const kind of byLength[end - start] ?? []) {
      // Names differ at their ends sooner than at their beginnings.
      let at = end - start - 1;
      while (at >= 0 && bytes[start + at] === kind.name[at]) at--;
      if (at < 0) return kind;
    }
    return null;
  };
}
