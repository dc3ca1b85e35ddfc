import { executionAsyncResource, type HookCallbacks } from 'node:async_hooks';
import { isPromise } from 'node:util/types';
import {
  noContext,
  notLearned,
  type LearnedContext,
  type LearnedFunction,
} from '../../shared/learningWire.ts';
import { maxDispatchMs, type Segments } from './segments.ts';
import { isShared } from './waitNames.ts';

/** As many frames as a stack needs to get out of a framework to the user's code. */
const maxDepth = 50;
/** Frames of the user's that are told of one stack. */
const maxFrames = 8;
const maxNumbers = 3 * maxFrames;
const maxContexts = 200_000;
/** Parts of an answer that are kept until its last one tells whose it is. */
const maxParts = 10_000;

/** Taking a stack is much shorter, but for a collection of garbage that begins meanwhile. */
const maxOwnMs = 0.2;

/** Types of what runs once, soon after the callback that made it. */
const putsOff = /^(?:Immediate|TickObject)$/;

const inLibrary = /[\\/]node_modules[\\/]/;

/** Methods of V8's CallSite that its types leave out. */
interface CallSite extends NodeJS.CallSite {
  isAsync(): boolean;
  getEnclosingLineNumber(): number;
  getEnclosingColumnNumber(): number;
}

/** Functions, lines and columns, innermost first: those that are running, and those that await them. */
interface UserFrames {
  called: number[];
  awaiting: number[];
  /** The script of the innermost frame of a library, or empty. */
  library: string;
}

export interface Here {
  context: number;
  /** The script of the innermost frame of a library, or empty. */
  library: string;
  /** The outermost callback that runs; it may be told later than this for whom. */
  callback: { readonly cause: number };
}

type Span = [start: number, end: number];

/** Those of `async_hooks` that are listened to. */
export type Hooks = Required<Pick<HookCallbacks, 'init' | 'before' | 'after' | 'promiseResolve'>>;

/**
 * Keeps, for each promise and resource that is made, the context in which it was: the innermost frames
 * that may be the user's, or those of the context that was running. Callbacks then run in the context
 * of what was made.
 *
 * A callback of a socket that many requests share has none. It is explained backwards, by the promise
 * of somebody else's that it resolves:
 *
 *   loadOrders:31 makes promise 7          socket callback: parse ─ resolve 7 ─ send the next query
 *                                                           └─ for loadOrders:31 ────────────────┘
 *
 * If it goes on to the next answer, that is explained by the next promise. Its work after the last
 * answer is for whoever waits next. Over many requests these are the same lines in the same proportions,
 * so it counts for the line that was just served.
 */
export class Contexts {
  problem: string | null = null;
  readonly #scripts = new Map<string, number>();
  readonly #functions: LearnedFunction[] = [];
  readonly #functionByKey = new Map<string, number>();
  readonly #contexts: LearnedContext[] = [];
  /** The frames of each context as text, to compare them by. */
  readonly #texts: string[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #ofResource = new Map<number, number>();
  /** By shared resource, and what it puts off: when it ran without that anybody is known for whom. */
  readonly #unexplained = new Map<number, Span[]>();
  readonly #entered: number[] = [];
  #running = noContext;
  #since = performance.now();
  #lastId = 0;
  /** The outermost callback that runs. */
  #callback = { lastId: 0, spans: [] as Span[], cause: noContext, isShared: false };

  /**
   * @param ownFile the learner's, whose frames are nobody's
   * @param ownMs if making a context takes longer, that time counts for nobody
   */
  constructor(
    private readonly segments: Segments,
    private readonly ownFile: string,
    private readonly ownMs = maxOwnMs,
  ) {}

  hooks(): Hooks {
    return {
      init: (id, type) => {
        const start = performance.now();
        this.#lastId = id;
        const { context } = this.here();
        this.#ofResource.set(id, context);
        if (isShared(type)) this.#unexplained.set(id, []);
        else if (context === noContext && putsOff.test(type)) this.#putOff(id);
        const now = performance.now();
        if (now - start > this.ownMs) this.#leaveOut(start, now);
      },
      before: (id) => this.#enter(id),
      after: () => this.#leave(),
      promiseResolve: (id) => {
        // Promises of the same callback, as its handler's own, do not say for whom it began.
        if (this.#running !== noContext || id > this.#callback.lastId) return;
        this.#explain(this.#ofResource.get(id) ?? noContext);
      },
    };
  }

  /** The stacks that are taken here make garbage, which V8 collects in their midst. */
  #leaveOut(start: number, end: number): void {
    if (this.#entered.length > 0) {
      this.#pass(start);
      this.#since = end;
    }
    this.segments.add(start, end, notLearned);
  }

  /** A driver that gets an answer in parts may ask for the next part only when its callback is over. */
  #putOff(id: number): void {
    const { isShared, spans } = this.#callback;
    if (isShared && this.#entered.length > 0) this.#unexplained.set(id, spans);
  }

  #enter(id: number): void {
    const now = performance.now();
    const context = this.#contextOf(id);
    if (this.#entered.length > 0) {
      if (this.#running === noContext && id <= this.#callback.lastId) this.#explain(context);
      this.#pass(now);
    } else {
      const shared = this.#unexplained.get(id);
      this.#callback = {
        ...{ lastId: this.#lastId, cause: noContext },
        ...{ spans: shared ?? [], isShared: shared !== undefined },
      };
      if (context === noContext || now - this.#since > maxDispatchMs) this.#since = now;
    }
    this.#entered.push(this.#running);
    this.#running = context;
  }

  #leave(): void {
    this.#pass(performance.now());
    this.#running = this.#entered.pop() ?? noContext;
    const { cause } = this.#callback;
    if (this.#entered.length === 0 && cause !== noContext) this.#giveSpans(cause);
  }

  /** Charges the time since the last change to the running context. */
  #pass(now: number): void {
    const { spans } = this.#callback;
    if (this.#running !== noContext) this.segments.add(this.#since, now, this.#running);
    else if (spans.length < maxParts) spans.push([this.#since, now]);
    this.#since = now;
  }

  /**
   * The callback that runs has worked for `context` since the last answer, and so has its socket before
   * for an answer in parts.
   */
  #explain(context: number): void {
    if (context < 0) return;
    this.#pass(performance.now());
    this.#giveSpans(context);
    this.#callback.cause = context;
  }

  #giveSpans(context: number): void {
    const { spans } = this.#callback;
    for (const [start, end] of spans) this.segments.add(start, end, context);
    spans.length = 0;
  }

  /** The context in which a promise or resource was made, by its id. */
  madeIn(id: number): number {
    return this.#ofResource.get(id) ?? noContext;
  }

  tables(): {
    scripts: string[];
    functions: LearnedFunction[];
    contexts: LearnedContext[];
  } {
    return {
      scripts: [...this.#scripts.keys()],
      functions: this.#functions,
      contexts: this.#contexts,
    };
  }

  #contextOf(id: number): number {
    if (this.#unexplained.has(id)) return noContext;
    const context = this.#ofResource.get(id);
    if (context !== undefined) return context;
    // Sockets and timers of before are the server's, but a promise of before is a request's.
    return isPromise(executionAsyncResource()) ? notLearned : noContext;
  }

  /** What is known where something is made. */
  here(): Here {
    const frames = this.#framesHere();
    return {
      ...{ context: this.#contextOfFrames(frames), library: frames.library },
      callback: this.#callback,
    };
  }

  #contextOfFrames({ called, awaiting }: UserFrames): number {
    const around = this.#running === noContext ? this.#callback.cause : this.#running;
    if (called.length > 0) return this.#context([...called, ...awaiting], around);
    // The context that runs has the caller that returned the awaited promise, which no stack has any more.
    return around >= 0 || awaiting.length === 0 ? around : this.#context(awaiting, noContext);
  }

  /** Functions and places of the frames that may be the user's, innermost first. */
  #framesHere(): UserFrames {
    const { stackTraceLimit, prepareStackTrace } = Error;
    const holder: { stack?: CallSite[] } = {};
    try {
      // A server may have frozen it, which an assignment would throw for.
      Reflect.set(Error, 'stackTraceLimit', maxDepth);
      Reflect.set(Error, 'prepareStackTrace', (_: Error, sites: CallSite[]) => sites);
      Error.captureStackTrace(holder);
      const sites = holder.stack;
      return this.#framesOf(Array.isArray(sites) ? sites : []);
    } catch {
      return { called: [], awaiting: [], library: '' };
    } finally {
      Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
      if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
      else Reflect.set(Error, 'prepareStackTrace', prepareStackTrace);
    }
  }

  #framesOf(sites: readonly CallSite[]): UserFrames {
    const called: number[] = [];
    const awaiting: number[] = [];
    let library = '';
    for (const site of sites) {
      const url = site.getFileName() ?? '';
      if (url === this.ownFile) continue;
      if (!mayBeUsers(url)) {
        if (library === '' && inLibrary.test(url)) library = url;
        continue;
      }
      const line = site.getLineNumber() ?? 0;
      const frames = site.isAsync() ? awaiting : called;
      frames.push(this.#function(site, url), line, site.getColumnNumber() ?? 0);
      if (called.length + awaiting.length === maxNumbers) break;
    }
    return { called, awaiting, library };
  }

  #function(site: CallSite, url: string): number {
    const line = site.getEnclosingLineNumber();
    const column = site.getEnclosingColumnNumber();
    const key = `${line}:${column}:${url}`;
    let index = this.#functionByKey.get(key);
    if (index === undefined) {
      let script = this.#scripts.get(url);
      if (script === undefined) this.#scripts.set(url, (script = this.#scripts.size));
      index = this.#functions.push([script, site.getFunctionName() ?? '', line, column]) - 1;
      this.#functionByKey.set(key, index);
    }
    return index;
  }

  #context(frames: number[], parent: number): number {
    const text = frames.join();
    // A loop that goes on in the background would make its contexts each the child of the last.
    for (let up = parent, depth = 0; up >= 0; up = this.#contexts[up]!.parent) {
      if (depth++ === maxFrames || this.#texts[up] === text) {
        parent = depth > maxFrames ? noContext : this.#contexts[up]!.parent;
        break;
      }
    }
    const key = `${parent}:${text}`;
    let index = this.#byKey.get(key);
    if (index === undefined) {
      if (this.#contexts.length === maxContexts) {
        this.problem ??= 'too many places start asynchronous work';
        return noContext;
      }
      index = this.#contexts.push({ frames, parent }) - 1;
      this.#texts.push(text);
      this.#byKey.set(key, index);
    }
    return index;
  }
}

/** Says yes to every function of a bundle, since its source map tells only later which are the user's. */
function mayBeUsers(url: string): boolean {
  return url !== '' && !url.startsWith('node:') && !inLibrary.test(url);
}
