import type { LoadRequest } from '../../shared/runOptions.ts';
import { redacted, isOrdinary, isSecretName } from '../../shared/secretText.ts';
import { escapeHtml } from '../profile/escapeHtml.ts';

/** Headers that don't identify the sender. */
const harmless =
  /^(accept(-.+)?|cache-control|content-(type|length|encoding)|host|if-.+|origin|pragma|range|referer|user-agent|sec-.+|dnt|upgrade-insecure-requests)$/i;
/** `Bearer` in `Bearer TOKEN` is not secret. */
const scheme = /^(bearer|basic|digest|negotiate|token|apikey)$/i;
/** So many characters of a secret at an end of the text count as a secret that was cut there. */
const shortestPart = 8;
/** So many characters from the beginning of a long token are no coincidence: a server has cut it. */
const shortestBeginning = 16;

/** Secrets in requests: values of headers and bodies, and of query parameters with secret names. */
export function secretsOf(requests: readonly LoadRequest[]): string[] {
  const found = new Set<string>();
  for (const { path, headers, body } of requests) {
    for (const [name, value] of new URLSearchParams(path.split('?')[1] ?? '')) {
      if (isSecretName(name)) found.add(value);
    }
    for (const [name, value] of Object.entries(headers)) {
      if (harmless.test(name)) continue;
      // In `Bearer TOKEN` or `a=1; b=2`, the parts are secrets on their own too.
      for (const part of [value, ...value.split(/[\s;,]+/)]) {
        if (scheme.test(part)) continue;
        found.add(part).add(part.slice(part.indexOf('=') + 1));
      }
    }
    if (body === undefined) continue;
    found.add(body);
    for (const text of textsOf(body)) found.add(text);
  }
  return [...found].filter((text) => !isOrdinary(text));
}

/**
 * Replaces each secret by `•••`, also if it is escaped for JSON, HTML or a URL, in other case,
 * inside base64, or cut by a limit. Cut secrets are found at the ends of the text; the beginning of
 * a token is found anywhere.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const lower = text.toLowerCase();
  const found = forms.filter((form) => lower.includes(form.toLowerCase()));
  const told = found.length === 0 ? text : text.replace(anyOf(found), redacted);
  return withoutParts(withoutBeginnings(withoutEncoded(told, secrets), secrets), forms);
}

function formsOf(secret: string): string[] {
  const inUrl = encoded(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    escapeHtml(secret),
    inUrl,
    inUrl.replaceAll('%20', '+'),
  ];
}

function anyOf(texts: readonly string[]): RegExp {
  return new RegExp(
    texts.map((each) => each.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'),
    'gi',
  );
}

const base64 = /[\w+/-]{8,}=*/g;

/** Removes base64 runs that hold a secret, whatever else they hold and wherever the encoding begins. */
function withoutEncoded(text: string, secrets: readonly string[]): string {
  const runs = text.match(base64) ?? [];
  const readings = runs.map((run) =>
    [0, 1, 2, 3]
      .map((from) => Buffer.from(run.slice(from), 'base64').toString('latin1'))
      .join('\n')
      .toLowerCase(),
  );
  const all = readings.join('\n');
  const found = secrets
    .map((secret) => Buffer.from(secret).toString('latin1').toLowerCase())
    .filter((bytes) => all.includes(bytes));
  if (found.length === 0) return text;
  const holds = runs.map((_, at) => found.some((bytes) => readings[at]!.includes(bytes)));
  let at = 0;
  return text.replace(base64, (run) => (holds[at++] ? redacted : run));
}

function withoutBeginnings(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => /^[\w+=][\w.~+/=-]{23,}$/.test(secret))
    .reduce((rest, token) => {
      const beginning = token.slice(0, shortestBeginning);
      const [first = '', ...others] = rest.split(beginning);
      return (
        first + others.map((after) => redacted + after.slice(sharedLength(after, token))).join('')
      );
    }, text);
}

/** How many more characters of the token follow. */
function sharedLength(after: string, token: string): number {
  let length = 0;
  while (length < after.length && after[length] === token[shortestBeginning + length]) length++;
  return length;
}

function withoutParts(text: string, forms: readonly string[]): string {
  let from = 0;
  let to = text.length;
  for (const form of forms) {
    for (let length = form.length - 1; length >= shortestPart; length--) {
      const [first, last] = [form.slice(0, length), form.slice(-length)];
      if (text.endsWith(first) && !isOrdinary(first)) to = Math.min(to, text.length - length);
      if (text.startsWith(last) && !isOrdinary(last)) from = Math.max(from, length);
    }
  }
  if (from > to) return redacted;
  const [start, end] = [from > 0 ? redacted : '', to < text.length ? redacted : ''];
  return start + text.slice(from, to) + end;
}

/** Texts inside a JSON body or a form. */
function textsOf(body: string): string[] {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return [...new URLSearchParams(body).values()];
  }
  const texts: string[] = [];
  const waiting = [json];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) {
      for (const each of Object.values(value)) waiting.push(each);
    }
  }
  return texts;
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate can't be encoded.
    return text;
  }
}
