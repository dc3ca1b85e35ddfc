/** A part of a route's path that needs a value in a request. */
export interface PathParameter {
  /** The name to show; empty for an unnamed wildcard. */
  name: string;
  /** Whether it may be left out, with the slash before it. */
  isOptional: boolean;
  /** Whether its value may contain slashes. */
  isRest: boolean;
}

interface Part extends PathParameter {
  start: number;
  end: number;
}

/**
 * `{/:id}` of Express 5 · `:id`, `:id?`, `:id(\d+)`, `:id{[0-9]+}` of Express, Fastify, Koa and Hono ·
 * `[[...slug]]`, `[...slug]`, `[id]` of Next.js · `{id}`, `{id?}`, `{id*}` of Hapi and LoopBack · `*`
 */
const parts =
  /(?<group>\/?\{\/[^{}]*\})|\/?(?::(?<colon>[A-Za-z_$][\w$]*)(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\{[^{}]*\})?(?<suffix>[?*+]?)|\[\[\.\.\.(?<nextAny>[^\]]+)\]\]|\[\.\.\.(?<nextRest>[^\]]+)\]|\[(?<next>[^\]]+)\]|\{(?<brace>[\w.-]+)(?<braceSuffix>\?|\*\d*)?\}|\*(?<star>[\w$]*))/g;

/** The values to ask for before a route can be requested, in order. */
export function pathParameters(path: string): PathParameter[] {
  return partsOf(path)
    .filter(({ name, isOptional }) => name !== '' || !isOptional)
    .map(({ name, isOptional, isRest }) => ({ name, isOptional, isRest }));
}

/** The path with a value for each of its {@link pathParameters}. */
export function filledPath(path: string, values: readonly string[]): string {
  const left = [...values];
  let filled = '';
  let at = 0;
  for (const { start, end, name, isOptional, isRest } of partsOf(path)) {
    const value = name === '' && isOptional ? '' : (left.shift() ?? '');
    filled += path.slice(at, start);
    at = end;
    if (value === '' && isOptional) continue;
    const slash = path[start] === '/' ? '/' : '';
    const text = isRest
      ? value.replace(/^\//, '').split('/').map(encoded).join('/')
      : encoded(value);
    filled += slash + text;
  }
  filled += path.slice(at);
  return filled === '' ? '/' : filled;
}

/** Whether the source gave the whole path; `…` stands for what it did not. */
export function isWholePath(path: string): boolean {
  return path.startsWith('/') && !path.includes('…');
}

function partsOf(path: string): Part[] {
  return [...path.matchAll(parts)].map((match) => {
    const { group, colon, suffix, nextAny, nextRest, next, brace, braceSuffix, star } =
      match.groups as Record<string, string | undefined>;
    const isOptional =
      group !== undefined ||
      nextAny !== undefined ||
      suffix === '?' ||
      suffix === '*' ||
      braceSuffix === '?';
    const isRest =
      nextAny !== undefined ||
      nextRest !== undefined ||
      star !== undefined ||
      (suffix !== undefined && /[*+]/.test(suffix)) ||
      (braceSuffix?.startsWith('*') ?? false);
    return {
      name: colon ?? nextAny ?? nextRest ?? next ?? brace ?? star ?? '',
      isOptional,
      isRest,
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

function encoded(value: string): string {
  return encodeURIComponent(value).replace(/%(?:3A|40|2C|24|26|2B|3D|3B)/gi, decodeURIComponent);
}
