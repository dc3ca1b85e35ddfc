import type { LoadRequest } from '../shared/runOptions.ts';

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

/**
 * Requests of a HAR file, in its order, without hop-by-hop headers. Hosts are left out: all requests
 * go to the target. Throws an Error with one sentence for people.
 */
export function parseHar(json: string): LoadRequest[] {
  const log = field(parseJson(json, 'HAR file'), 'log');
  const entries = field(log, 'entries');
  if (!Array.isArray(entries)) throw new Error('The HAR file has no list `log.entries`.');
  if (entries.length === 0) throw new Error('The HAR file holds no requests.');
  return entries.map((entry: unknown, index): LoadRequest => {
    const where = `entry ${index + 1} of the HAR file`;
    const request = field(entry, 'request');
    const url = field(request, 'url');
    if (typeof url !== 'string' || !URL.canParse(url)) {
      throw new Error(`The URL of ${where} is missing or not a URL.`);
    }
    const { pathname, search } = new URL(url);
    const body = field(field(request, 'postData'), 'text');
    return {
      method: methodOf(field(request, 'method'), where),
      path: pathname + search,
      headers: harHeaders(field(request, 'headers'), where),
      ...(typeof body === 'string' && body !== '' ? { body } : {}),
    };
  });
}

/**
 * Requests of a JSON file: an array of `{ method?, path, headers?, body? }`. A body that is not text
 * is sent as JSON. Throws an Error with one sentence for people.
 */
export function parseRequestsFile(json: string): LoadRequest[] {
  const list = parseJson(json, 'requests file');
  if (!Array.isArray(list)) throw new Error('The requests file does not hold a JSON array.');
  if (list.length === 0) throw new Error('The requests file holds no requests.');
  return list.map((item: unknown, index): LoadRequest => {
    const where = `request ${index + 1} of the requests file`;
    const path = field(item, 'path');
    if (typeof path !== 'string' || !path.startsWith('/')) {
      throw new Error(`The path of ${where} is missing or does not begin with a slash.`);
    }
    const url = new URL('http://localhost' + path);
    const body = field(item, 'body');
    return {
      method: methodOf(field(item, 'method') ?? 'GET', where),
      path: url.pathname + url.search,
      headers: plainHeaders(field(item, 'headers'), where),
      ...(body === undefined || body === null
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
  });
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`The ${what} is not JSON: ${(error as Error).message}.`, { cause: error });
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function methodOf(value: unknown, where: string): string {
  if (typeof value !== 'string' || !/^[A-Za-z-]+$/.test(value)) {
    throw new Error(`The method of ${where} is missing or not a method.`);
  }
  return value.toUpperCase();
}

/** HAR: a list of `{ name, value }`. HTTP/2 recordings name pseudo headers such as `:path`. */
function harHeaders(value: unknown, where: string): Record<string, string> {
  if (value === undefined) return {};
  if (!Array.isArray(value)) throw new Error(`The headers of ${where} are not a list.`);
  const headers: Record<string, string> = {};
  for (const header of value as unknown[]) {
    const name = field(header, 'name');
    const text = field(header, 'value');
    if (typeof name !== 'string' || typeof text !== 'string') {
      throw new Error(`A header of ${where} has no name or no value.`);
    }
    if (!name.startsWith(':') && !isHopByHop(name)) headers[name] = text;
  }
  return headers;
}

function plainHeaders(value: unknown, where: string): Record<string, string> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`The headers of ${where} are not an object.`);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, text]: [string, unknown]) => {
      if (typeof text !== 'string' && typeof text !== 'number') {
        throw new Error(`The header ${name} of ${where} is not text.`);
      }
      return [name, String(text)];
    }),
  );
}
