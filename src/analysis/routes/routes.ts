import { partsOf, type Call, type SourceText, type Span } from '../text/callText.ts';
import { literalText, literalTexts } from './literalText.ts';

export interface Route {
  /** `GET`, `GET|HEAD`, `ALL`, or `use` for middleware. */
  method: string;
  /** As written: `/invoices/:id`. Several are separated by `, `. */
  path: string;
}

/**
 * The route that a call adds, in the style of Express, Fastify, Koa's router, Hono and Hapi:
 *
 *     app.get('/x', …)   router.route('/x').post(…)   app.use('/x', …)   app.on('GET', '/x', …)
 *     fastify.route({ method: 'GET', url: '/x', … })   server.route({ method: 'GET', path: '/x', … })
 *
 * It only knows the text, so lookalikes such as `cache.get('/x', …)` are ruled out by the object's
 * name. Null if the call adds no route, or its path is not a literal.
 */
export function routeOfCall(source: SourceText, { callee, args, isNew }: Call): Route | null {
  const called = callee.at(-1)!.word;
  const [first, second] = args;
  if (isNew || callee.length < 2 || isClient(callee[0]!.word)) return null;
  const object = callee.slice(0, -1);
  if (object.some(({ word }) => word !== '' && isStore(word))) return null;
  if (called === 'route') return first ? routeOfObject(source, first) : null;
  if (called === 'on' && first && second) {
    const methods = literalTexts(source, first)?.map((each) => each.toUpperCase());
    const path = pathOf(source, second);
    const areMethods = methods?.every((each) => verbs.has(each.toLowerCase())) ?? false;
    return methods && areMethods && path !== null ? { method: methods.join('|'), path } : null;
  }
  const method = called === 'use' ? 'use' : verbs.get(called);
  if (method === undefined) return null;
  const outer = object.findLast(({ word, args: given }) => word === 'route' && given !== null);
  const path = outer?.args?.[0]
    ? pathOf(source, outer.args[0])
    : first
      ? (pathOf(source, first) ?? (second && isName(source, first) ? pathOf(source, second) : null))
      : null;
  return path === null ? null : { method, path };
}

/** The route of an object with `method` and `url` or `path`; null if it has none. */
export function routeOfObject(source: SourceText, span: Span): Route | null {
  const { text, code } = source;
  const open = code.indexOf('{', span.start);
  if (open < 0 || open >= span.end || code.slice(span.start, open).trim() !== '') return null;
  let method: string | null = null;
  let path: string | null = null;
  for (const part of partsOf(code, open, span.end)) {
    const raw = text.slice(part.start, part.end);
    const key = /^(?:\s|\/\*.*?\*\/|\/\/[^\n]*\n)*(['"]?)(method|url|path)\1\s*:/s.exec(raw);
    if (!key) continue;
    const value = { start: part.start + key[0].length, end: part.end };
    if (key[2] === 'method') method = literalTexts(source, value)?.join('|').toUpperCase() ?? null;
    else path = pathOf(source, value);
  }
  return method === null || path === null ? null : { method: method.replace('*', 'ALL'), path };
}

/** `GET /invoices/:id`, which can't be a name in code. */
export function routeText({ method, path }: Route): string {
  return `${method} ${path}`;
}

const verbs = new Map([
  ...['get', 'post', 'put', 'delete', 'patch', 'head', 'options', 'all'].map(
    (verb) => [verb, verb.toUpperCase()] as const,
  ),
  ['del', 'DELETE'],
  ['any', 'ALL'],
]);

/** Whether it is named like a client, which sends requests instead of answering them. */
function isClient(word: string): boolean {
  return /^(?:axios|got|ky|request|superagent|supertest|needle|nock|agent|https?|jQuery|\$)$|(?:client|agent)$/i.test(
    word,
  );
}

function isStore(word: string): boolean {
  return /(?:^|_)(?:redis|cache|store|storage|memcached|map|params|headers)$|(?:Redis|Cache|Store|Storage|Map|Params|Headers)$/.test(
    word,
  );
}

/** Koa's router allows a name before the path. */
function isName(source: SourceText, span: Span): boolean {
  return /^[\w.-]+$/.test(literalText(source, span) ?? '');
}

function pathOf(source: SourceText, span: Span): string | null {
  const paths = literalTexts(source, span);
  if (!paths?.every((path) => /^(?:[/*…]|$)/.test(path))) return null;
  return paths.map((path) => path || '/').join(', ');
}
