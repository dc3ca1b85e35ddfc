/** A property's name as in the source: V8 logs symbols as `symbol("Symbol.iterator" hash 1f)`. */
export function propertyName(logged: string): string {
  const symbol = /^symbol\((?:"(.*)" )?hash [\da-f]+\)$/s.exec(logged);
  return symbol ? `[${symbol[1] ?? 'symbol'}]` : logged;
}
