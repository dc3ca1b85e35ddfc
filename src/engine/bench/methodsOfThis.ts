/**
 * An object literal with methods is the `this` of its methods. Functions can't be copied, so a copy of
 * it leaves them out, and gets those that the module makes when it is loaded again.
 */

/** The object without its functions and accessors, and their names; null if it is none of that kind. */
export function withoutMethods(self: unknown): { data: object; methods: string[] } | null {
  if (typeof self !== 'object' || self === null) return null;
  if (Object.getPrototypeOf(self) !== Object.prototype) return null;
  const all = Object.entries(Object.getOwnPropertyDescriptors(self));
  const methods = all.filter(([, each]) => isOfModule(each)).map(([name]) => name);
  if (methods.length === 0) return null;
  const data = all.filter(([, each]) => !isOfModule(each) && each.enumerable);
  return { data: Object.fromEntries(data.map(([name, { value }]) => [name, value])), methods };
}

function isOfModule({ get, set, value }: PropertyDescriptor): boolean {
  return typeof value === 'function' || get !== undefined || set !== undefined;
}

/** The copy with the functions of the module, in the order of the module. Throws an Error with a sentence. */
export function withMethods(
  copy: object,
  methods: readonly string[],
  owner: object | null,
): object {
  const own = owner ? Object.getOwnPropertyDescriptors(owner) : {};
  const missing = methods.filter((name) => !own[name] || !isOfModule(own[name]));
  if (missing.length > 0) {
    throw new Error(
      `Its \`this\` can't be copied: loading its module alone does not make the function ${missing[0]} of it. Write the calls once in a fixture, a file that exports calls, a list of { this, args }.`,
    );
  }
  const data = Object.getOwnPropertyDescriptors(copy);
  const whole = {};
  for (const name of new Set([...Object.keys(own), ...Object.keys(data)])) {
    const descriptor = methods.includes(name) ? own[name] : data[name];
    if (descriptor) Object.defineProperty(whole, name, descriptor);
  }
  return whole;
}
