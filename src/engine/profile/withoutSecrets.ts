import type { LoadRequest } from '../../shared/runOptions.ts';
import { concealed, isSecretName } from '../../shared/secretWords.ts';

/** Headers that say nothing of who asks. */
const harmless =
  /^(accept(-.+)?|cache-control|content-(type|length|encoding)|host|if-.+|origin|pragma|range|referer|user-agent|sec-.+|dnt|upgrade-insecure-requests)$/i;
/** `Bearer TOKEN`: what says only how the rest is to be read. */
const scheme = /^(bearer|basic|digest|negotiate|token|apikey)$/i;
/** Shorter texts are in any answer by chance. */
const shortestSecret = 6;

/** What of the requests must not be told again, longest first: values of headers, of bodies, and of parameters with secret names. */
export function secretsOf(requests: readonly LoadRequest[]): string[] {
  const found = new Set<string>();
  for (const { path, headers, body } of requests) {
    for (const [name, value] of new URLSearchParams(path.split('?')[1] ?? '')) {
      if (isSecretName(name)) found.add(value);
    }
    for (const [name, value] of Object.entries(headers)) {
      if (harmless.test(name)) continue;
      // `Bearer TOKEN`, `a=1; b=2`: the part is a secret where it stands alone too.
      for (const part of [value, ...value.split(/[\s;,]+/)]) {
        if (scheme.test(part)) continue;
        found.add(part).add(part.slice(part.indexOf('=') + 1));
      }
    }
    if (body === undefined) continue;
    found.add(body);
    for (const text of textsOf(body)) found.add(text);
  }
  return [...found]
    .filter((text) => text.length >= shortestSecret)
    .sort((a, b) => b.length - a.length);
}

/** The text with each secret as `•••`, also where it is written as in JSON or in a URL. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => {
    const written = new Set([secret, JSON.stringify(secret).slice(1, -1), encoded(secret)]);
    return [...written].reduce((each, form) => each.replaceAll(form, concealed), rest);
  }, text);
}

/** Texts inside of a body of JSON or of a form. */
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
    // Half of a pair of code units has no such form.
    return text;
  }
}
