/**
 * V8 reads each array that it has serialized as one that may have holes, with elements of any kind. In a
 * server most are without holes and of small integers, numbers or objects, which V8 works on faster.
 */

/** The value with new arrays for those without holes. It is walked in a way that leaves no traces in V8. */
export function withPackedArrays<T>(value: T): T {
  const packed = new Map<unknown, unknown[]>();
  const all = new Set<object>();
  const add = (part: unknown): void => {
    if (typeof part === 'object' && part !== null && !ArrayBuffer.isView(part)) all.add(part);
  };
  add(value);
  // What is added meanwhile is walked too.
  for (const each of all) {
    if (Array.isArray(each) && isWithoutHoles(each)) packed.set(each, []);
    partsOf(each).forEach(add);
  }
  const inPlaceOf = <P>(part: P): P => (packed.get(part) as P | undefined) ?? part;
  for (const each of all) {
    const into = packed.get(each);
    if (into) for (const part of each as unknown[]) into.push(inPlaceOf(part));
    else replaceParts(each, inPlaceOf);
  }
  return inPlaceOf(value);
}

function isWithoutHoles(array: readonly unknown[]): boolean {
  for (let i = 0; i < array.length; i++) if (!(i in array)) return false;
  // Those with further properties, such as matches of a regular expression, stay as they are.
  return Reflect.ownKeys(array).length === array.length + 1;
}

function partsOf(each: object): unknown[] {
  if (Array.isArray(each)) return each;
  if (each instanceof Map) return [...each.keys(), ...each.values()];
  if (each instanceof Set) return [...each];
  return Reflect.ownKeys(each).map((key) => Reflect.get(each, key) as unknown);
}

function replaceParts(each: object, inPlaceOf: <P>(part: P) => P): void {
  const isReplaced = (part: unknown): boolean => inPlaceOf(part) !== part;
  if (each instanceof Map) {
    const entries = [...each];
    if (!entries.flat().some(isReplaced)) return;
    each.clear();
    for (const [key, part] of entries) each.set(inPlaceOf(key), inPlaceOf(part));
  } else if (each instanceof Set) {
    const parts = [...each];
    if (!parts.some(isReplaced)) return;
    each.clear();
    for (const part of parts) each.add(inPlaceOf(part));
  } else {
    for (const key of Reflect.ownKeys(each)) {
      const part = Reflect.get(each, key) as unknown;
      if (isReplaced(part)) Reflect.set(each, key, inPlaceOf(part));
    }
  }
}
