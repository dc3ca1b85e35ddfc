import { types } from 'node:util';
import type { LostCalls, LostInstance } from '../../shared/benchWire.ts';

/** Classes that V8 keeps when it copies a value. */
const copied = new Set<unknown>(
  [Object, Array, Map, Set, Date, RegExp, Boolean, Number, String, ArrayBuffer]
    .map(({ prototype }): unknown => prototype)
    .concat(
      [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
        ({ prototype }) => prototype,
      ),
      [Object.getPrototypeOf(Uint8Array.prototype), DataView.prototype, null],
    ),
);

/** A larger value is looked at in part. */
const maxObjects = 5_000;

export interface CopyTrouble {
  instances: LostInstance[];
  lost: Omit<LostCalls, 'count'> | null;
}

/** Finds what a copy of some values loses: classes, and what can't be copied at all. */
export function troubleOfCopies(values: Record<string, unknown>): CopyTrouble {
  const instances: LostInstance[] = [];
  const seen = new Set<unknown>();
  let lost: CopyTrouble['lost'] = null;
  const look = (value: unknown, path: string[]): void => {
    if (lost || seen.size > maxObjects) return;
    if (typeof value === 'function' || typeof value === 'symbol') {
      lost = { where: whereOf(path), what: `${insideText(path)} is a ${typeof value}` };
      return;
    }
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    // To look into it would run code of the user's.
    if (types.isProxy(value)) {
      lost = { where: whereOf(path), what: `${insideText(path)} is a Proxy` };
      return;
    }
    const prototype = Object.getPrototypeOf(value) as object | null;
    if (ArrayBuffer.isView(value)) return;
    if (!copied.has(prototype)) {
      const className = classNameOf(value);
      if (isNative(value)) {
        lost = { where: whereOf(path), what: `${insideText(path)} is a ${className}` };
        return;
      }
      instances.push({ path, className });
    }
    if (value instanceof Map || value instanceof Set) return;
    for (const key of Object.keys(value)) {
      const { value: part } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      look(part, [...path, key]);
      if (lost) return;
    }
  };
  for (const [key, value] of Object.entries(values)) look(value, [key]);
  return { instances, lost };
}

function classNameOf(value: object): string {
  try {
    return (value as { constructor?: { name?: string } }).constructor?.name || 'object of a class';
  } catch {
    return 'object of a class';
  }
}

/** Whether it stands for something outside of JavaScript, whose copy would stand for nothing. */
function isNative(value: object): boolean {
  return /^\[object (?:Promise|WeakMap|WeakSet|WeakRef|Generator|AsyncGenerator)\]$/.test(
    Object.prototype.toString.call(value),
  );
}

/** `argument 1`, `this`, `limit, from around it`. */
function whereOf([root = '', second = '']: readonly string[]): string {
  if (root === 'args') return `argument ${Number(second) + 1}`;
  if (root === 'captured')
    return second === 'this' ? '`this`' : `${second}, which it takes from around it,`;
  return '`this`';
}

function insideText(path: readonly string[]): string {
  const inside = path.slice(path[0] === 'self' ? 1 : 2).join('.');
  return inside === '' ? 'it' : `its ${inside}`;
}
