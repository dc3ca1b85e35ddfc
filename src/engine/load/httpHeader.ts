import { validateHeaderName, validateHeaderValue } from 'node:http';

/** Of one connection or one message only: autocannon writes its own. */
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

/** Whether HTTP allows the header; a value with a line break would be read as more than one. */
export function isHttpHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** `headers` with those of `defaults` that it does not name in any case. */
export function withDefaults(
  headers: Record<string, string>,
  defaults: Record<string, string>,
): Record<string, string> {
  const named = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const missing = Object.entries(defaults).filter(([name]) => !named.has(name.toLowerCase()));
  return { ...Object.fromEntries(missing), ...headers };
}
