import { executionAsyncResource, type HookCallbacks } from 'node:async_hooks';
import { isPromise } from 'node:util/types';
import {
  noContext,
  notLearned,
  type LearnedContext,
  type LearnedFunction,
} from '../../shared/learningWire.ts';
import { IdTable } from './idTable.ts';
import { maxDispatchMs, type Segments } from './segments.ts';
import { maxFrames, UserCalls, type UserFrames } from './userCalls.ts';
import { isShared, typeOf, type AsyncObject } from './waitNames.ts';

const maxContexts = 200_000;
/** Parts of an answer that are kept until its last one tells whose it is. */
const maxParts = 10_000;

/** Taking a stack is much shorter, but for a collection of garbage that begins meanwhile. */
const maxOwnMs = 0.2;

/** Types of what runs once, soon after the callback that made it. */
const putsOff = /^(?:Immediate|TickObject)$/;

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
  readonly #userCalls: UserCalls;
  readonly #contexts: LearnedContext[] = [];
  /** The frames of each context as text, to compare them by. */
  readonly #texts: string[] = [];
  readonly #byKey = new Map<string, number>();
  readonly #ofResource = new IdTable(notLearned);
  /** By shared resource, and what it puts off: when it ran without that anybody is known for whom. */
  readonly #unexplained = new Map<number, Span[]>();
  readonly #entered: number[] = [];
  #running = noContext;
  #since = performance.now();
  #lastId = 0;
  /** The outermost callback that runs. */
  #callback = { lastId: 0, spans: [] as Span[], cause: noContext, isShared: false };

  /**
   * @param segments is told which context runs from when to when, until `endTimes`
   * @param ownFile the learner's, whose frames are nobody's
   * @param ownMs if making a context takes longer, that time counts for nobody
   */
  constructor(
    private segments: Segments | null,
    ownFile: string,
    private readonly ownMs = maxOwnMs,
  ) {
    this.#userCalls = new UserCalls(ownFile);
  }

  hooks(): Hooks {
    const init: Hooks['init'] = (id, type) => {
      const start = this.#now();
      this.#lastId = id;
      const context = this.#contextOfFrames(this.#userCalls.here(init));
      this.#ofResource.set(id, context);
      if (isShared(type)) this.#unexplained.set(id, []);
      else if (context === noContext && putsOff.test(type)) this.#putOff(id);
      const now = this.#now();
      if (now - start > this.ownMs) this.#leaveOut(start, now);
    };
    return {
      init,
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
    this.segments?.add(start, end, notLearned);
  }

  /** A driver that gets an answer in parts may ask for the next part only when its callback is over. */
  #putOff(id: number): void {
    const { isShared, spans } = this.#callback;
    if (isShared && this.#entered.length > 0) this.#unexplained.set(id, spans);
  }

  #enter(id: number): void {
    const now = this.#now();
    const context = this.#contextOf(id);
    if (this.#entered.length > 0) {
      if (this.#running === noContext && id <= this.#callback.lastId) this.#explain(context);
      this.#pass(now);
    } else {
      const shared = this.#unexplainedOf(id);
      const callback = this.#callback;
      callback.lastId = this.#lastId;
      callback.cause = noContext;
      callback.spans = shared ?? [];
      callback.isShared = shared !== undefined;
      if (context === noContext || now - this.#since > maxDispatchMs) this.#since = now;
    }
    this.#entered.push(this.#running);
    this.#running = context;
  }

  /** A connection of before the hooks, as a driver keeps for long, is met when it calls back. */
  #unexplainedOf(id: number): Span[] | undefined {
    const known = this.#unexplained.get(id);
    if (known || this.#ofResource.get(id) !== undefined) return known;
    if (!isShared(typeOf(executionAsyncResource() as AsyncObject))) return undefined;
    const spans: Span[] = [];
    this.#unexplained.set(id, spans);
    return spans;
  }

  #leave(): void {
    this.#pass(this.#now());
    this.#running = this.#entered.pop() ?? noContext;
    const { cause } = this.#callback;
    if (this.#entered.length === 0 && cause !== noContext) this.#giveSpans(cause);
  }

  /** Charges the time since the last change to the running context. */
  #pass(now: number): void {
    if (!this.segments) return;
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
    this.#pass(this.#now());
    this.#giveSpans(context);
    this.#callback.cause = context;
  }

  #giveSpans(context: number): void {
    const { spans } = this.#callback;
    for (const [start, end] of spans) this.segments?.add(start, end, context);
    spans.length = 0;
  }

  /** From here on no times are told, only where things are made. */
  endTimes(): void {
    this.segments = null;
  }

  /** Goes on within a callback after a time in which nothing was told. */
  resume(id: number): void {
    this.#entered.length = 0;
    this.#running = noContext;
    this.#enter(id);
  }

  #now(): number {
    return this.segments ? performance.now() : 0;
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
    const { scripts, functions } = this.#userCalls;
    return { scripts, functions, contexts: this.#contexts };
  }

  #contextOf(id: number): number {
    if (this.#unexplained.has(id)) return noContext;
    const context = this.#ofResource.get(id);
    if (context !== undefined) return context;
    // Sockets and timers of before are the server's, but a promise of before is a request's.
    return isPromise(executionAsyncResource()) ? notLearned : noContext;
  }

  /** What is known where something is made; of the functions that run, the callers of `from` alone are looked at. */
  here(from: (...given: never[]) => unknown): Here {
    const frames = this.#userCalls.here(from);
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
