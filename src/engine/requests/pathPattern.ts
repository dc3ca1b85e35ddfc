/** The same for requests that differ by values and query alone: `GET /orders/:id`. */
export function routeName(method: string, path: string): string {
  return `${method.toUpperCase()} ${pathPattern(path)}`;
}

/** A path without its values, so that requests for several orders are one: `/orders/:id`. */
export function pathPattern(path: string): string {
  const [plain = ''] = path.split('?');
  return plain.replaceAll(/(?<=\/)[^/]+/g, (segment) => (isValue(segment) ? ':id' : segment));
}

/** Numbers, UUIDs and hashes; `v2` is a name. */
function isValue(segment: string): boolean {
  return /^\d+$/.test(segment) || /^(?=.*\d)[\w-]{16,}$/.test(segment);
}
