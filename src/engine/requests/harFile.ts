import type { LoadRequest } from '../../shared/runOptions.ts';
import { isHopByHop, isHttpHeader } from './httpHeader.ts';
import { field, methodOf, parseJson } from './loadRequests.ts';
import { boundaryOf, multipartForm, type FormField } from './multipart.ts';

/**
 * Requests of a HAR file in its order, without hosts (all go to the target) and hop-by-hop headers.
 * If any went to this machine, only those are taken. Throws an Error with one sentence for people.
 */
export function parseHar(json: string): LoadRequest[] {
  const log = field(parseJson(json, 'HAR file'), 'log');
  const entries = field(log, 'entries');
  if (!Array.isArray(entries)) throw new Error('The HAR file has no list `log.entries`.');
  if (entries.length === 0) throw new Error('The HAR file holds no requests.');
  const recorded = entries.flatMap((entry: unknown, index) => {
    const where = `entry ${index + 1} of the HAR file`;
    const request = field(entry, 'request');
    const url = urlOf(request, where);
    const method = field(request, 'method');
    // WebSockets, data URLs and CONNECT are not requests that a server answers.
    return /^https?:$/.test(url.protocol) && method !== 'CONNECT' ? { request, url, where } : [];
  });
  const ofThisMachine = recorded.filter(({ url }) => isThisMachine(url.hostname));
  const taken = ofThisMachine.length > 0 ? ofThisMachine : recorded;
  if (taken.length === 0) throw new Error('The HAR file holds no requests of HTTP.');
  return taken.map(({ request, url, where }): LoadRequest => {
    const recordedHeaders = headersOf(request, where);
    const { headers, body } = withBody(recordedHeaders, field(request, 'postData'), where);
    return {
      method: methodOf(field(request, 'method'), where),
      path: url.pathname + url.search,
      headers,
      ...(body === '' ? {} : { body }),
    };
  });
}

function urlOf(request: unknown, where: string): URL {
  const url = field(request, 'url');
  if (typeof url === 'string' && URL.canParse(url)) return new URL(url);
  throw new Error(`The URL of ${where} is missing or not a URL.`);
}

function isThisMachine(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(hostname);
}

/**
 * Joins headers that occur twice, and leaves out the pseudo headers of HTTP/2 (`:path`). Some
 * recorders list cookies separately.
 */
function headersOf(request: unknown, where: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const names = new Map<string, string>();
  for (const [name, value] of pairsOf(field(request, 'headers'), 'header', where)) {
    if (name.startsWith(':') || isHopByHop(name)) continue;
    if (!isHttpHeader(name, value)) {
      throw new Error(`The header ${name} of ${where} is not a header that HTTP allows.`);
    }
    const known = names.get(name.toLowerCase());
    const separator = name.toLowerCase() === 'cookie' ? '; ' : ', ';
    if (known !== undefined) headers[known] += separator + value;
    else {
      names.set(name.toLowerCase(), name);
      headers[name] = value;
    }
  }
  if (names.has('cookie')) return headers;
  const cookies = pairsOf(field(request, 'cookies'), 'cookie', where)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  return cookies !== '' && isHttpHeader('cookie', cookies)
    ? { ...headers, cookie: cookies }
    : headers;
}

function pairsOf(list: unknown, what: string, where: string): [name: string, value: string][] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw new Error(`The ${what}s of ${where} are not a list.`);
  return list.map((each: unknown) => {
    const name = field(each, 'name');
    const value = field(each, 'value');
    if (typeof name === 'string' && typeof value === 'string') return [name, value];
    throw new Error(`A ${what} of ${where} has no name or no value.`);
  });
}

/** The body as it was sent: text, base64 or the fields of a form. */
function withBody(
  headers: Record<string, string>,
  postData: unknown,
  where: string,
): { headers: Record<string, string>; body: string } {
  const text = field(postData, 'text');
  if (typeof text === 'string' && text !== '') {
    const isBase64 = field(postData, 'encoding') === 'base64';
    return { headers, body: isBase64 ? fromBase64(text, where) : text };
  }
  const params = field(postData, 'params');
  if (!Array.isArray(params) || params.length === 0) return { headers, body: '' };
  const fields = params.map((each: unknown) => formField(each, where));
  const typeName = Object.keys(headers).find((name) => name.toLowerCase() === 'content-type');
  const mimeType = field(postData, 'mimeType');
  const recorded = typeName === undefined ? mimeType : headers[typeName];
  const type = typeof recorded === 'string' ? recorded : '';
  const form = /^multipart\//i.test(type)
    ? multipartForm(fields, boundaryOf(type) ?? undefined)
    : {
        type: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(
          fields.map(({ name, value }): [string, string] => [name, value]),
        ).toString(),
      };
  return { headers: { ...headers, [typeName ?? 'content-type']: form.type }, body: form.body };
}

function formField(param: unknown, where: string): FormField {
  const [name, value] = [field(param, 'name'), field(param, 'value') ?? ''];
  if (typeof name !== 'string' || typeof value !== 'string') {
    throw new Error(`A field of the form of ${where} has no name.`);
  }
  const text = (of: unknown) => (typeof of === 'string' && of !== '' ? of : null);
  return {
    name,
    value,
    fileName: text(field(param, 'fileName')),
    type: text(field(param, 'contentType')),
  };
}

function fromBase64(text: string, where: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  } catch (error) {
    throw new Error(`The body of ${where} is not text, which is all that can be sent.`, {
      cause: error,
    });
  }
}
