import {
  readCall,
  type Call,
  type CalleeStep,
  type SourceText,
  type Span,
} from '../text/callText.ts';
import { literalText } from './literalText.ts';
import { closeOf, propertyOf } from './objectText.ts';
import { functionEnd } from '../text/functionEnd.ts';

/** A function whose routes get a prefix: `register(fn, { prefix })`. */
interface Region extends Span {
  /** The place at which it is registered, which may be inside another region. */
  at: number;
  prefix: string;
}

/** A router of the file, and where it is mounted. */
interface Router {
  prefix: string;
  mount: { prefix: string; on: string } | null;
}

const maxDepth = 5;

/** Functions and classes that make an object with routes. */
const makers = new Set(
  'express fastify Fastify polka restana Router KoaRouter Hono OpenAPIHono'.split(' '),
);
const madeBy = /^(?:[Hh]api\.[sS]erver|restify\.createServer|tinyhttp\.App)$/;

const assigned =
  /(?<![\w$#])([\w$#]+)\s*(?::[^=;\n]{0,80})?=\s*(?:await\s+)?(?:new\s+)?([\w$]+(?:\.[\w$]+)?)\s*(?:<[^;\n(]{0,200}>\s*)?\(/g;
const typed =
  /(?<![\w$#])([\w$#]+)\??\s*:\s*(?:[\w$]+\.)?(?:Express|Application|I?Router|FastifyInstance|Hono|OpenAPIHono|KoaRouter)\b/g;
const plugin = /\bFastifyPlugin\w*(?:<[^;\n(]{0,200}>)?\s*=\s*(?:async\s*)?\(?\s*([\w$]+)/g;

/** Calls that may come between a router and the method that adds a route. */
const chainable = new Set(
  'get post put delete patch head options all del any on use route basePath withTypeProvider openapi param prefix version'.split(
    ' ',
  ),
);

const usual = /^(?:app|router|server|fastify|hono)$|(?:App|Router|Server|Fastify)$/;
/** Names that clients also have; they only count if a handler is written in the call. */
const doubtful = /^(?:api|routes?|instance|scope|v\d+)$|(?:Api|Routes?)$/;

/** The objects in a file that routes are added to, and the prefixes of their paths. */
export class RouteReceivers {
  readonly #routers = new Map<string, Router>();
  readonly #regions: Region[] = [];

  constructor(
    private readonly source: SourceText,
    /** Whether the file also runs in a browser; then only objects it makes as routers count. */
    private readonly isClient: boolean,
  ) {
    this.#findRouters();
    this.#findMounts();
    this.#findRegions();
  }

  /** Whether a call that looks like it adds a route does, by its object and arguments. */
  accepts(call: Call): boolean {
    const { name, isMade, rest } = receiverOf(call.callee);
    if (!rest.every(({ word, args }) => args !== null && chainable.has(word))) return false;
    const handlers = rest.some(({ word }) => word === 'route') ? call.args : call.args.slice(1);
    const handler = handlers.at(-1);
    if (!handler) return false;
    if (isMade || this.#routers.has(name)) return true;
    if (this.isClient || !this.#isHandler(handler)) return false;
    const isInline = /=>|\bfunction\b/.test(this.source.code.slice(handler.start, handler.end));
    if (doubtful.test(name)) return isInline && !this.#isAwaited(call);
    if (!usual.test(name)) return false;
    return !this.#isAwaited(call) && (isInline || !this.#isUsed(call));
  }

  /** The prefix of a call's route, as far as the file says. */
  prefixOf({ callee, start }: Call): string {
    const { name, rest } = receiverOf(callee);
    const base = rest.find(({ word }) => word === 'basePath')?.args?.[0];
    const own = base ? (literalText(this.source, base) ?? '') : '';
    return this.prefixAt(start) + this.#routerPrefix(name, 0) + own;
  }

  /** The prefix of the registered functions around an offset. */
  prefixAt(offset: number, depth = 0): string {
    const around = this.#regions
      .filter(({ start, end }) => start <= offset && offset < end)
      .reduce<Region | null>(
        (inner, each) => (inner && inner.start > each.start ? inner : each),
        null,
      );
    if (!around || depth > maxDepth) return '';
    return this.prefixAt(around.at, depth + 1) + around.prefix;
  }

  #routerPrefix(name: string, depth: number): string {
    const router = this.#routers.get(name);
    if (!router || depth > maxDepth) return '';
    const { mount, prefix } = router;
    return (mount ? this.#routerPrefix(mount.on, depth + 1) + mount.prefix : '') + prefix;
  }

  #isHandler(span: Span): boolean {
    const raw = this.source.text.slice(span.start, span.end).trim();
    if (raw.startsWith('{')) return propertyOf(this.source, span, 'handler') !== null;
    return !/^(?:['"`\d]|(?:null|true|false|undefined)$)/.test(raw);
  }

  #isAwaited({ start }: Call): boolean {
    return /\b(?:await|yield)\s*$/.test(this.source.code.slice(Math.max(0, start - 20), start));
  }

  /** Whether the call's result is used. That of a route is not, unless for its types. */
  #isUsed({ start }: Call): boolean {
    const before = this.source.code.slice(Math.max(0, start - 20), start);
    return /(?:[^=]=|\breturn|[(,[?:])\s*$/.test(before);
  }

  #findRouters(): void {
    const { source } = this;
    const { code } = source;
    for (const match of code.matchAll(assigned)) {
      const [all, name, maker] = match;
      if (!makers.has(maker!.split('.').at(-1)!) && !madeBy.test(maker!)) continue;
      const open = match.index + all.length - 1;
      this.#routers.set(name!, { prefix: this.#madePrefix(open), mount: null });
    }
    for (const pattern of [typed, plugin]) {
      for (const [, name] of code.matchAll(pattern)) {
        if (!this.#routers.has(name!)) this.#routers.set(name!, { prefix: '', mount: null });
      }
    }
  }

  /** The prefix in `new Router({ prefix })` or `new Hono().basePath(…)`. */
  #madePrefix(open: number): string {
    const { source } = this;
    const close = closeOf(source.code, open);
    const prefix = propertyOf(source, { start: open + 1, end: close }, 'prefix');
    if (prefix) return literalText(source, prefix) ?? '';
    const base = /^\)\s*\.\s*basePath\s*\(/.exec(source.code.slice(close, close + 100));
    const call = base && readCall(source, close + base[0].length - 1);
    return call?.args[0] ? (literalText(source, call.args[0]) ?? '') : '';
  }

  #findMounts(): void {
    for (const match of this.source.code.matchAll(/\.\s*(?:use|route|prefix)\s*\(/g)) {
      const call = readCall(this.source, match.index + match[0].length - 1);
      const [first, ...others] = call?.args ?? [];
      const path = first ? literalText(this.source, first) : null;
      if (!call || path === null || !path.startsWith('/')) continue;
      const on = receiverOf(call.callee).name;
      const router = this.#routers.get(on);
      if (call.callee.at(-1)!.word === 'prefix') {
        if (router) router.prefix = path + router.prefix;
        continue;
      }
      for (const each of others) {
        const raw = this.source.code.slice(each.start, each.end).trim();
        const [, name] = /^(?:[\w$]+\.)*([\w$#]+?)(?:\.routes\(\s*\))?$/.exec(raw) ?? [];
        const mounted = name === undefined ? null : this.#routers.get(name);
        if (mounted && name !== on) mounted.mount ??= { prefix: path, on };
      }
    }
  }

  #findRegions(): void {
    const { source } = this;
    for (const match of source.code.matchAll(/\.\s*register\s*\(/g)) {
      const call = readCall(source, match.index + match[0].length - 1);
      const [what, options] = call?.args ?? [];
      const value = options ? propertyOf(source, options, 'prefix') : null;
      const prefix = value && literalText(source, value);
      if (!call || !what || prefix === null) continue;
      const name = source.code.slice(what.start, what.end).trim();
      const span = /^[\w$]+$/.test(name) ? this.#functionNamed(name) : what;
      if (span) this.#regions.push({ ...span, at: call.start, prefix });
    }
  }

  #functionNamed(name: string): Span | null {
    const { code } = this.source;
    const word = name.replaceAll('$', '\\$');
    const declared = new RegExp(
      String.raw`\bfunction\s*\*?\s*${word}\s*(?=[(<])|\b(?:const|let|var)\s+${word}\s*(?::[^=;]{0,200})?=\s*(?=async\b|function\b|\(|[\w$]+\s*=>)`,
    ).exec(code);
    if (!declared) return null;
    const start = declared.index + declared[0].length;
    return { start, end: functionEnd(code, start) };
  }
}

/** Splits a chain of calls into the object it begins with and the calls before the last one. */
function receiverOf(callee: CalleeStep[]): { name: string; isMade: boolean; rest: CalleeStep[] } {
  const steps = callee.slice(0, -1);
  const called = steps.findIndex(({ args }) => args !== null);
  const lead = called < 0 ? steps : steps.slice(0, called);
  const rest = called < 0 ? [] : steps.slice(called);
  const name = lead.at(-1)?.word ?? '';
  const [first] = rest;
  const maker = [...lead, ...(first ? [first] : [])].map(({ word }) => word).join('.');
  const isMade = first !== undefined && (makers.has(first.word) || madeBy.test(maker));
  return { name, isMade, rest: isMade ? rest.slice(1) : rest };
}
