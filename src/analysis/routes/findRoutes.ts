import type { RouteAt } from './routeAt.ts';
import { isClient, mayHaveRoutes } from '../../shared/routeSigns.ts';
import {
  openBefore,
  readCall,
  skipSpaceBack,
  type SourceText,
  type Span,
} from '../text/callText.ts';
import { decoratorRoutes } from './decoratorRoutes.ts';
import { nextRoutes } from './nextRoutes.ts';
import { closeOf, propertyOf } from './objectText.ts';
import { maskCode } from '../text/maskCode.ts';
import { RouteReceivers } from './routeReceivers.ts';
import { routeOfCall, routeOfObject, routeText } from './routes.ts';

export interface FoundRoute {
  /** One method that it answers; `GET` if it answers all. */
  method: string;
  /** The path with its prefixes; `…` stands for parts that the file does not say. */
  path: string;
  /** 1-based first and last line of the code that adds it. */
  line: number;
  endLine: number;
  /** The handler's name as in profiles; null if the text does not say. */
  handler: string | null;
}

const maxRoutes = 500;

const verbCall = /\.\s*(?:get|post|put|delete|patch|head|options|all|del|any|on)\b/g;
/** A quoted key is blank in the masked code. */
const methodKey = /[{,]\s*(?:method\s*)?:/g;

/**
 * Finds the routes that a source file adds, in order of their lines. It only reads the text and is
 * conservative: a call of `get` counts only on what is made, typed or named like a server or
 * router, and not in tests or browser code.
 * @param projectFile path relative to a Next.js project's folder, with slashes; null otherwise
 */
export function findRoutes(text: string, path: string, projectFile: string | null): FoundRoute[] {
  if (!mayHaveRoutes(text, path)) return [];
  const source = { text, code: maskCode(text) };
  const found = projectFile === null ? [] : nextRoutes(source, projectFile);
  if (found.length === 0) found.push(...callRoutes(source), ...decoratorRoutes(source));
  return placed(source, found);
}

function callRoutes(source: SourceText): RouteAt[] {
  const receivers = new RouteReceivers(source, isClient(source.text));
  const routes = objectRoutes(source, receivers);
  for (const match of source.code.matchAll(verbCall)) {
    if (routes.length >= maxRoutes) break;
    const open = openAfter(source.code, match.index + match[0].length);
    const call = open < 0 ? null : readCall(source, open);
    const route = call && routeOfCall(source, call);
    if (!route || !receivers.accepts(call)) continue;
    const last = call.args.at(-1)!;
    routes.push({
      method: route.method,
      prefix: receivers.prefixOf(call),
      path: route.path,
      at: match.index + match[0].search(/\w/),
      end: last.end,
      handler: handlerOf(source, last) ?? routeText(route),
    });
  }
  return routes;
}

/** Finds `{ method: 'GET', path: '/x', handler }`, given to a server or in a list of routes. */
function objectRoutes(source: SourceText, receivers: RouteReceivers): RouteAt[] {
  const { code } = source;
  const routes: RouteAt[] = [];
  const seen = new Set<number>();
  for (const match of code.matchAll(methodKey)) {
    if (routes.length >= maxRoutes) break;
    const brace = match[0].startsWith('{') ? match.index : openBefore(code, match.index);
    if (code[brace] !== '{' || seen.has(brace)) continue;
    seen.add(brace);
    const span = { start: brace, end: closeOf(code, brace) + 1 };
    const route = routeOfObject(source, span);
    const handler =
      propertyOf(source, span, 'handler') ??
      ['options', 'config'].reduce<Span | null>((found, key) => {
        const outer = propertyOf(source, span, key);
        return found ?? (outer && propertyOf(source, outer, 'handler'));
      }, null);
    if (!route || !handler) continue;
    routes.push({
      ...route,
      prefix: receivers.prefixAt(brace),
      at: brace,
      end: span.end,
      handler: handlerOf(source, handler) ?? routeText(route),
    });
  }
  return routes;
}

/** The `(` of a call, after type arguments; -1 if there is none. */
function openAfter(code: string, from: number): number {
  const rest = /^\s*(?:<[^()]{0,300}>\s*)?\(/.exec(code.slice(from, from + 400));
  return rest ? from + rest[0].length - 1 : -1;
}

/** `show` in `app.get('/x', orders.show)`. */
function handlerOf({ code }: SourceText, span: Span): string | null {
  const name = /^(?:[\w$]+\.)*([\w$]+)$/.exec(code.slice(span.start, span.end).trim())?.[1];
  return name === undefined || name === 'handler' ? null : name;
}

function placed({ text, code }: SourceText, routes: RouteAt[]): FoundRoute[] {
  const ordered = routes.sort((a, b) => a.at - b.at);
  let line = 1;
  let counted = 0;
  return ordered.map(({ method, prefix, path, at, end, handler }) => {
    line += lineBreaks(text, counted, at);
    counted = at;
    const endLine = line + lineBreaks(text, at, skipSpaceBack(code, end));
    return {
      method: oneOf(method),
      path: joined(prefix, path.split(', ')[0]!),
      line,
      endLine,
      handler,
    };
  });
}

function oneOf(method: string): string {
  const methods = method.split('|');
  return methods.includes('ALL') || methods.includes('GET') ? 'GET' : methods[0]!;
}

function joined(prefix: string, path: string): string {
  // A regular expression is not a path.
  if (/^\/[\^(]/.test(path)) return '/…';
  const all = `/${prefix}/${path === '*' && prefix === '' ? '*' : path}`.replace(/\/{2,}/g, '/');
  return all.length > 1 ? all.replace(/\/$/, '') : all;
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
    count++;
  }
  return count;
}
