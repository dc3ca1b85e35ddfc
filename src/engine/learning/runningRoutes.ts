import { executionAsyncResource } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { noContext, notLearned } from '../../shared/learningWire.ts';
import { routeName } from '../requests/pathPattern.ts';
import type { Hooks } from './contexts.ts';
import { maxDispatchMs, type Segments } from './segments.ts';
import { isShared, typeOf, type AsyncObject } from './waitNames.ts';

type Span = [start: number, end: number];

/** Others are left out: a load has fewer, and each crawler's path would be one. */
const maxRoutes = 10_000;
/** Parts of a callback that are kept until it tells whose it is. */
const maxParts = 10_000;

/**
 * Tells which route's requests run when. A request's promises, timers and files are of its route, and
 * so are their callbacks. A connection has many requests, so its callback has no route until one begins
 * in it, whose head it has read before:
 *
 *   connection's callback: read and parse the head ─ GET /orders/7 begins ─ handler ─ answer
 *                          └─ for GET /orders/:id ──────────────────────────────────┘
 *
 * A callback of a socket that many requests share is explained as in `Contexts`, by the promise of
 * some request that it resolves.
 */
export class RunningRoutes {
  readonly names: string[] = [];
  readonly #byName = new Map<string, number>();
  readonly #ofResource = new Map<number, number>();
  readonly #entered: number[] = [];
  #running = noContext;
  #since = performance.now();
  #lastId = 0;
  /** The outermost callback that runs. */
  #callback = { lastId: 0, spans: [] as Span[], route: noContext };

  /** @param port of the load's requests; those of another server in the process have no route */
  constructor(
    private readonly segments: Segments,
    private readonly port: number,
  ) {}

  hooks(): Hooks {
    return {
      init: (id, type) => {
        this.#lastId = id;
        this.#ofResource.set(id, isShared(type) ? noContext : this.current);
      },
      before: (id) => this.#enter(id),
      after: () => this.#leave(),
      promiseResolve: (id) => {
        // Promises of the same callback do not say for whom it began.
        if (this.#running !== noContext || id > this.#callback.lastId) return;
        this.#explain(this.#ofResource.get(id) ?? noContext);
      },
    };
  }

  /** The route of the request for which promises and resources are made now. */
  get current(): number {
    return this.#running === noContext ? this.#callback.route : this.#running;
  }

  /** A request begins in the callback that runs. */
  requestStarted({ method = '', url = '', socket }: IncomingMessage): void {
    if (this.#entered.length === 0 || socket.localPort !== this.port) return;
    const route = this.#route(routeName(method, url));
    this.#pass(performance.now());
    this.#giveSpans(route);
    this.#callback.route = route;
    this.#running = route;
  }

  #enter(id: number): void {
    const now = performance.now();
    const route = this.#routeOf(id);
    if (this.#entered.length > 0) {
      if (this.#running === noContext && id <= this.#callback.lastId) this.#explain(route);
      this.#pass(now);
    } else {
      this.#callback = { lastId: this.#lastId, spans: [], route: noContext };
      if (route === noContext || now - this.#since > maxDispatchMs) this.#since = now;
    }
    this.#entered.push(this.#running);
    this.#running = route;
  }

  #leave(): void {
    this.#pass(performance.now());
    this.#running = this.#entered.pop() ?? noContext;
    const { route } = this.#callback;
    if (this.#entered.length === 0 && route !== noContext) this.#giveSpans(route);
  }

  /** Charges the time since the last change to the running route. */
  #pass(now: number): void {
    const { spans } = this.#callback;
    if (this.#running !== noContext) this.segments.add(this.#since, now, this.#running);
    else if (spans.length < maxParts) spans.push([this.#since, now]);
    this.#since = now;
  }

  /** The callback that runs has worked for a request of `route` since the last answer. */
  #explain(route: number): void {
    if (route < 0) return;
    this.#pass(performance.now());
    this.#giveSpans(route);
    this.#callback.route = route;
  }

  #giveSpans(route: number): void {
    const { spans } = this.#callback;
    for (const [start, end] of spans) this.segments.add(start, end, route);
    spans.length = 0;
  }

  #routeOf(id: number): number {
    const route = this.#ofResource.get(id);
    if (route !== undefined) return route;
    // It is of before the learning phase: a connection is nobody's, but all else may be a request's.
    const type = typeOf(executionAsyncResource() as AsyncObject);
    return isShared(type) || type === 'HTTPINCOMINGMESSAGE' ? noContext : notLearned;
  }

  #route(name: string): number {
    let route = this.#byName.get(name);
    if (route === undefined) {
      if (this.names.length === maxRoutes) return noContext;
      route = this.names.push(name) - 1;
      this.#byName.set(name, route);
    }
    return route;
  }
}
