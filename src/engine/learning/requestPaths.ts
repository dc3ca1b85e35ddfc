import { executionAsyncId, executionAsyncResource } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { noContext, type LearnedRequests, type LearnedWait } from '../../shared/learningWire.ts';
import type { WaitName } from '../../shared/requestTimes.ts';
import { routeName } from '../requests/pathPattern.ts';
import { FollowChance } from './followChance.ts';
import { KeptPaths, toMicros } from './keptPaths.ts';
import {
  isEndOfStream,
  PathWalk,
  type Execution,
  type FollowedRequest,
  type Made,
  type Resolution,
} from './pathWalk.ts';
import { RouteTotals } from './routeTotals.ts';
import { maxDispatchMs } from './segments.ts';
import type { AsyncObject } from './waitNames.ts';

/** A phase of some seconds makes fewer promises and resources; requests beyond are not followed. */
const maxMade = 1_000_000;
/** Waits that are kept, over all requests. */
const maxWaits = 50_000;

/** Hooks that begin to tell what happens within a callback, by its id. */
export interface SwitchedHooks {
  on(id: number): void;
  off(): void;
}

/**
 * Follows requests from their arrival to the end of their answer, and finds for each the path that its
 * latency took, from the end back:
 *
 *   answer ended in a continuation of `await pool.query(…)`     CPU time, back to its beginning
 *     of a promise that was resolved by a callback of a socket  between them it was queued
 *     that many requests share, so it waited for its answer     wait, back to where that promise was made
 *   made by the handler that the request's arrival had called   CPU time, back to the arrival
 *
 * Work beside the path, as the shorter part of a `Promise.all`, has cost the request nothing.
 */
export class RequestPaths {
  readonly #made = new Map<number, Made>();
  /** Promises that a followed request waits for, whoever made them. */
  readonly #awaited = new Set<number>();
  readonly #resolved = new Map<number, Resolution>();
  /** Those that are followed, until their answers end. */
  readonly #requests = new Map<IncomingMessage, FollowedRequest>();
  /** The callbacks that run. Most are of nobody who is followed, so what is told of them comes when it is asked for. */
  readonly #entered: (Execution | null)[] = [];
  readonly #ids: number[] = [];
  readonly #starts: number[] = [];
  readonly #chance = new FollowChance();
  #busySinceMs = 0;
  #lastEndMs = 0;
  readonly #waits = new Map<string, LearnedWait>();
  #waitCount = 0;
  readonly #kept = new KeptPaths();
  readonly #totals = { count: 0, cpuMs: 0, queueMs: 0, waitMs: 0 };
  readonly #routes = new RouteTotals();

  /** Whether what runs belongs to a request that is followed. */
  get isFollowing(): boolean {
    return Boolean(this.#entered[this.#entered.length - 1]?.request);
  }

  get #running(): Execution | null {
    const last = this.#entered.length - 1;
    return last < 0 ? null : (this.#entered[last] ??= this.#execution(last, null));
  }

  /**
   * @param port of the load's requests; others, as of another server in the process, are not followed
   * @param hooks are only on while a request is followed
   */
  constructor(
    private readonly port: number,
    private readonly hooks: SwitchedHooks,
  ) {}

  made(id: number, type: string, trigger: number, context: number): void {
    if (this.#made.size === maxMade) return;
    const execution = this.#running;
    if (execution && context !== noContext) execution.context = context;
    const request = execution?.request ?? null;
    if (execution && type === 'PROCESSWRAP') execution.hasStartedProcess = true;
    const isOfProcess = type === 'PIPEWRAP' && execution?.hasStartedProcess === true;
    const made: Made = {
      type,
      timeMs: performance.now(),
      trigger,
      execution,
      context,
      request,
      last: null,
      name: isOfProcess ? { kind: 'child', target: '' } : null,
    };
    this.#made.set(id, made);
    if (type === 'PROMISE') this.#awaited.add(trigger);
  }

  enter(id: number): void {
    const now = performance.now();
    if (this.#entered.length === 0 && now - this.#lastEndMs > maxDispatchMs)
      this.#busySinceMs = now;
    const made = this.#made.get(id);
    const outer = made && isEndOfStream(made.type) ? this.#running : null;
    this.#ids.push(id);
    this.#starts.push(now);
    const execution = made ? this.#execution(this.#entered.length, made) : null;
    if (execution) execution.outer = outer;
    this.#entered.push(execution);
  }

  /** Of a callback while it runs and has called no other. */
  #execution(depth: number, made: Made | null): Execution {
    const execution: Execution = {
      id: this.#ids[depth]!,
      startMs: this.#starts[depth]!,
      endMs: Infinity,
      busySinceMs: this.#busySinceMs,
      resource: executionAsyncResource() as AsyncObject,
      request: made?.request ?? null,
      context: noContext,
      previous: made?.last ?? null,
      outer: null,
      hasStartedProcess: false,
    };
    if (made) made.last = execution;
    execution.request?.executions.push(execution);
    return execution;
  }

  leave(): void {
    const execution = this.#entered.pop();
    this.#ids.pop();
    this.#starts.pop();
    if (!execution && this.#entered.length > 0) return;
    const now = performance.now();
    if (execution) execution.endMs = now;
    this.#lastEndMs = now;
  }

  resolved(id: number): void {
    if (!this.#made.has(id) && !this.#awaited.has(id)) return;
    const execution = this.#running;
    this.#resolved.set(id, { timeMs: performance.now(), execution });
  }

  /** A resource calls back for what a library asks for. */
  name(id: number, name: WaitName): void {
    const made = this.#made.get(id);
    if (made) made.name = name;
  }

  /** A library asks another program, in the callback that runs. */
  operation(name: WaitName): void {
    const request = this.#running?.request;
    request?.operations.push({ timeMs: performance.now(), name });
  }

  requestStarted(request: IncomingMessage): void {
    if (request.socket.localPort !== this.port) return;
    if (!this.#chance.mayFollow(() => this.#countUnderWay())) return;
    if (this.#requests.size === 0) this.#resume();
    const execution = this.#running;
    if (!execution) return;
    const followed: FollowedRequest = {
      ...{ startMs: execution.startMs, execution, executions: [execution], operations: [] },
      route: routeName(request.method ?? '', request.url ?? ''),
    };
    execution.request = followed;
    this.#requests.set(request, followed);
  }

  responseFinished(request: IncomingMessage): void {
    const followed = this.#requests.get(request);
    if (!followed) return;
    const execution = this.#running;
    if (execution) this.#follow(followed, execution);
    this.#forget(request);
  }

  /** The answers of those whose connection broke off never end. */
  #countUnderWay(): number {
    for (const request of this.#requests.keys()) {
      if (request.socket.destroyed) this.#forget(request);
    }
    return this.#requests.size;
  }

  #forget(request: IncomingMessage): void {
    this.#requests.delete(request);
    if (this.#requests.size === 0) this.hooks.off();
  }

  /** The request's first callback runs already. */
  #resume(): void {
    const id = executionAsyncId();
    this.#entered.length = this.#ids.length = this.#starts.length = 0;
    this.enter(id);
    this.hooks.on(id);
  }

  results(): LearnedRequests | null {
    const { count, ...totals } = this.#totals;
    if (count === 0) return null;
    const { busyShare } = this.#chance;
    const waits = [...this.#waits.values()];
    const routes = this.#routes.results();
    return { count, ...totals, busyShare, waits, routes, ...this.#kept.results() };
  }

  #follow(request: FollowedRequest, last: Execution): void {
    const walk = new PathWalk(request, last, this.#made, this.#resolved);
    const latencyMs = performance.now() - request.startMs;
    if (!walk.toStart()) return;
    this.#kept.add(latencyMs, walk.steps);
    this.#routes.add(request.route, walk);
    this.#totals.count++;
    this.#totals.cpuMs += walk.cpuMs;
    this.#totals.queueMs += walk.queueMs;
    this.#totals.waitMs += walk.waitMs;
    for (const { context, name, ms } of walk.waits) {
      if (this.#waitCount++ === maxWaits) return;
      const key = `${context} ${name.kind} ${name.target}`;
      let wait = this.#waits.get(key);
      if (!wait) this.#waits.set(key, (wait = { context, ...name, ms: [] }));
      wait.ms.push(toMicros(ms));
    }
  }
}
