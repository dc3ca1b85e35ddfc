/** Cookies of one server. Domains are ignored, since all requests go to that server. */
export class CookieJar {
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();

  /** Takes the `Set-Cookie` headers of one answer; `nowMs` is the time since 1970. */
  take(setCookies: readonly string[], nowMs: number): void {
    for (const text of setCookies) {
      const [pair = '', ...rest] = text.split(';');
      const equals = pair.indexOf('=');
      if (equals < 1) continue;
      const name = pair.slice(0, equals).trim();
      const attributes = new Map(
        rest.map((each) => {
          const [key = '', value = ''] = each.split(/=(.*)/s);
          return [key.trim().toLowerCase(), value.trim()];
        }),
      );
      const path = attributes.get('path')?.startsWith('/') ? attributes.get('path')! : '/';
      const key = `${name};${path}`;
      if (isOver(attributes, nowMs)) this.#cookies.delete(key);
      else this.#cookies.set(key, { name, value: pair.slice(equals + 1).trim(), path });
    }
  }

  /** The `Cookie` header for a path (its query is ignored); null without cookies. */
  headerFor(pathAndQuery: string): string | null {
    const path = pathAndQuery.split('?')[0]!;
    const cookies = [...this.#cookies.values()].filter((each) => isBelow(path, each.path));
    return cookies.length === 0
      ? null
      : cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  }
}

function isOver(attributes: Map<string, string>, nowMs: number): boolean {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  const expires = Date.parse(attributes.get('expires') ?? '');
  return expires <= nowMs;
}

function isBelow(path: string, cookiePath: string): boolean {
  if (path === cookiePath) return true;
  const folder = cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`;
  return path.startsWith(folder);
}
