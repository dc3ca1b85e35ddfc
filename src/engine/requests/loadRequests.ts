import type { LoadRequest } from '../../shared/runOptions.ts';
import { isHttpHeader } from './httpHeader.ts';
import { isHttpMethod } from './httpMethod.ts';

/**
 * Requests of a JSON file: an array of `{ method?, path, headers?, body? }`. A body that is not a
 * text is sent as JSON. Throws an Error with one sentence for people.
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

/** Throws an Error with a sentence. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`The ${what} is not JSON: ${(error as Error).message}.`, { cause: error });
  }
}

/** A member of a value that may not be an object. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The method in capitals. Throws an Error with a sentence. */
export function methodOf(value: unknown, where: string): string {
  const method = typeof value === 'string' ? value.toUpperCase() : '';
  if (isHttpMethod(method)) return method;
  throw new Error(`The method of ${where} is missing or not a method.`);
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
      // Don't quote the value: it may be a secret.
      if (!isHttpHeader(name, String(text))) {
        throw new Error(`The header ${name} of ${where} is not a header that HTTP allows.`);
      }
      return [name, String(text)];
    }),
  );
}
