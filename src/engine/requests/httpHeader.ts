import { validateHeaderName, validateHeaderValue } from 'node:http';

/** Headers that belong to one connection or one message; autocannon writes its own. */
const hopByHop = new Set([
  'host',
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function isHopByHop(header: string): boolean {
  return hopByHop.has(header.toLowerCase());
}

/** Whether HTTP allows the header. A line break in a value would add another header. */
export function isHttpHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Adds the `defaults` that `headers` does not have, whatever their case. */
export function withDefaults(
  headers: Record<string, string>,
  defaults: Record<string, string>,
): Record<string, string> {
  const named = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const missing = Object.entries(defaults).filter(([name]) => !named.has(name.toLowerCase()));
  return { ...Object.fromEntries(missing), ...headers };
}
