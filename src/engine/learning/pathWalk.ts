import { isPromise } from 'node:util/types';
import type { LearnedStep } from '../../shared/learningWire.ts';
import type { StepKind, WaitName } from '../../shared/requestTimes.ts';
import { describeWait, isShared, typeOf, type AsyncObject } from './waitNames.ts';

/** A path with more steps is given up. */
const maxSteps = 10_000;
/** Shorter waits count as queueing. */
const minWaitMs = 0.02;
/** Shorter steps are left out of the list: nobody can see them. */
const minStepMs = 0.002;

/** One callback, from `before` to `after`. */
export interface Execution {
  id: number;
  startMs: number;
  endMs: number;
  /** When the event loop last went on after it had nothing to do. */
  busySinceMs: number;
  resource: AsyncObject;
  request: FollowedRequest | null;
  /** The context of what was made last in it. */
  context: number;
  /** The one before of the same resource. */
  previous: Execution | null;
  /** The callback that has called it, if what was made is no more than a callback for the end of a stream. */
  outer: Execution | null;
  /** Whether it has started a process: the pipes that it makes then are those of the process. */
  hasStartedProcess: boolean;
}

/** A promise or resource. */
export interface Made {
  type: string;
  timeMs: number;
  /** For a promise the one that it is chained to. */
  trigger: number;
  /** In which it was made. */
  execution: Execution | null;
  context: number;
  request: FollowedRequest | null;
  last: Execution | null;
  /** The thing that its callback waits for, if a library said so. */
  name: WaitName | null;
}

export interface FollowedRequest {
  route: string;
  startMs: number;
  execution: Execution;
  executions: Execution[];
  /** The calls to other programs that libraries have reported, in order. */
  operations: { timeMs: number; name: WaitName }[];
}

/** When a promise was resolved, and in which callback. */
export interface Resolution {
  timeMs: number;
  execution: Execution | null;
}

/**
 * Goes from the end of one request's answer back to its arrival.
 *
 * Example: a handler runs for 1 ms, awaits a timer that is set to 10 ms, and the loop is busy with
 * another request for 3 ms when the timer is due; then it runs for 2 ms and answers. Backwards:
 *
 *   cpu 2     the callback of the answer, back to its `before`
 *   queue 2   the timer lay ready; the first millisecond after it was due counts as waiting
 *   wait 11   at the line that made the timer, back to the callback that made it
 *   cpu 1     that callback, back to the request's arrival
 */
export class PathWalk {
  cpuMs = 0;
  queueMs = 0;
  waitMs = 0;
  readonly waits: { context: number; name: WaitName; ms: number }[] = [];
  /** From the last one back to the first. */
  readonly steps: LearnedStep[] = [];
  #nowMs = performance.now();
  #execution: Execution | null;
  /** The promise that was resolved in the execution, and so has continued the request. */
  #promise: Made | null = null;

  constructor(
    private readonly request: FollowedRequest,
    last: Execution,
    private readonly made: ReadonlyMap<number, Made>,
    private readonly resolved: ReadonlyMap<number, Resolution>,
  ) {
    this.#execution = last;
  }

  /** False if the path is lost: it goes back to something of before the learning phase. */
  toStart(): boolean {
    const { startMs, execution: first } = this.request;
    for (let steps = 0; steps < maxSteps; steps++) {
      const execution = this.#execution ?? this.#backToLastExecution();
      if (this.#nowMs <= startMs) return true;
      const beganMs = Math.max(startMs, Math.min(execution.startMs, this.#nowMs));
      this.cpuMs += this.#nowMs - beganMs;
      this.#step('cpu', beganMs, this.#nowMs, this.#contextOf(execution));
      this.#nowMs = beganMs;
      if (beganMs <= startMs || execution === first) return true;
      if (!this.#stepBack(execution)) return false;
    }
    return false;
  }

  /** Nobody knows what continued the request, so it counts as queued since it ran last. */
  #backToLastExecution(): Execution {
    const last = this.#lastExecutionOfRequest();
    this.#queuedSince(Math.min(this.#nowMs, last.endMs), last, last.context);
    return last;
  }

  /** From the beginning of a callback to what has called it. */
  #stepBack(execution: Execution): boolean {
    const made = this.made.get(execution.id);
    if (!made) {
      if (isPromise(execution.resource)) return false;
      this.#waitForShared(execution, null);
    } else if (execution.outer) {
      this.#execution = execution.outer;
    } else if (isAdoption(made)) {
      this.#execution = null;
    } else if (made.type === 'PROMISE') {
      this.#backToResolution(made);
    } else if (made.request !== this.request || isShared(made.type)) {
      this.#waitForShared(execution, made.name);
    } else if (isQueued(made.type)) {
      this.#queuedSince(made.timeMs, made.execution, made.context);
    } else {
      this.#waitForOwn(execution, made);
    }
    return true;
  }

  #backToResolution(made: Made): void {
    const resolution = this.resolved.get(made.trigger);
    if (!resolution || resolution.timeMs < made.timeMs || resolution.timeMs > this.#nowMs) {
      // It was resolved before somebody waited for it.
      this.#queuedSince(made.timeMs, made.execution, made.context);
      return;
    }
    const awaited = this.made.get(made.trigger);
    // A promise of another request, such as a shared cache entry, is waited for only since this await.
    this.#promise = awaited?.request === this.request ? awaited : made;
    this.#queuedSince(resolution.timeMs, resolution.execution, made.context);
    const by = resolution.execution;
    if (!by || by.request === this.request || !isOfOtherRequest(by)) return;
    // A mutex, a pool or a queue let it go on when another request was done.
    const { context, execution, timeMs } = this.#promise;
    const name = this.#operation(timeMs) ?? { kind: 'lock', target: '' };
    this.#wait(context, name, timeMs, 0);
    this.#execution = execution;
  }

  /** A resource of the request's own called it back. */
  #waitForOwn(execution: Execution, own: Made): void {
    const sinceMs = execution.previous?.endMs ?? own.timeMs;
    const name = own.name ?? describeWait(own.type, execution.resource, this.#operation(sinceMs));
    this.#wait(own.context, name, sinceMs, queuedMs(execution, own, sinceMs));
    this.#execution = execution.previous ?? own.execution;
  }

  /** A resource that many requests share called it back: it has waited since it made the resolved promise. */
  #waitForShared(execution: Execution, known: WaitName | null): void {
    const promise = this.#promise;
    const asked = promise && promise.execution !== execution && promise.timeMs < this.#nowMs;
    const last = this.#lastExecutionOfRequest();
    const sinceMs = asked ? promise.timeMs : Math.min(last.endMs, this.#nowMs);
    const context = asked ? promise.context : last.context;
    const name = known ?? describeWait(undefined, execution.resource, this.#operation(sinceMs));
    this.#wait(context, name, sinceMs, queuedMs(execution, null, sinceMs));
    this.#execution = asked ? promise.execution : last;
  }

  #wait(context: number, name: WaitName, since: number, queuedMs: number): void {
    const sinceMs = Math.max(since, this.request.startMs);
    const allMs = Math.max(0, this.#nowMs - sinceMs);
    const ms = Math.max(0, allMs - queuedMs);
    this.queueMs += allMs - ms;
    if (ms < minWaitMs) {
      this.queueMs += ms;
      this.#step('queue', sinceMs, sinceMs + allMs, context);
    } else {
      this.waitMs += ms;
      this.waits.push({ context, name, ms });
      this.#step('queue', sinceMs + ms, sinceMs + allMs, context);
      this.#step('wait', sinceMs, sinceMs + ms, context, name);
    }
    this.#nowMs = sinceMs;
    this.#promise = null;
  }

  #queuedSince(since: number, execution: Execution | null, context: number): void {
    const sinceMs = Math.max(since, this.request.startMs);
    this.queueMs += this.#nowMs - sinceMs;
    this.#step('queue', sinceMs, this.#nowMs, context);
    this.#nowMs = sinceMs;
    this.#execution = execution;
  }

  #step(
    kind: StepKind,
    sinceMs: number,
    untilMs: number,
    context: number,
    name: WaitName | null = null,
  ): void {
    const ms = untilMs - sinceMs;
    if (ms < minStepMs) return;
    this.steps.push({ startMs: sinceMs - this.request.startMs, ms, kind, context, name });
  }

  /** The place that a callback goes on after, such as an `await`; for the first callback, what was made in it. */
  #contextOf(execution: Execution): number {
    const made = this.made.get(execution.id);
    if (made && made.context >= 0) return made.context;
    return this.#promise ? this.#promise.context : execution.context;
  }

  #lastExecutionOfRequest(): Execution {
    const { executions, execution } = this.request;
    return executions.findLast((each) => each.startMs < this.#nowMs) ?? execution;
  }

  /** The call that a library has reported during that wait, next to its beginning. */
  #operation(sinceMs: number): WaitName | null {
    const { operations } = this.request;
    let nearest: (typeof operations)[number] | null = null;
    for (const each of operations) {
      if (each.timeMs < sinceMs - 0.5 || each.timeMs > this.#nowMs) continue;
      const distance = Math.abs(each.timeMs - sinceMs);
      if (!nearest || distance < Math.abs(nearest.timeMs - sinceMs)) nearest = each;
    }
    return nearest?.name ?? null;
  }
}

/**
 * A promise that is chained to none, as that of an async function, has what ran when it was made for its
 * trigger. Its own callback is V8's job after it was resolved with another promise.
 */
function isAdoption({ type, trigger, execution }: Made): boolean {
  return type === 'PROMISE' && trigger === execution?.id;
}

/** Node.js from 22 on calls back for `pipeline` in such a resource; what was waited for is the stream's file or socket. */
export function isEndOfStream(type: string): boolean {
  return type === 'STREAM_END_OF_STREAM';
}

/** Sockets and the like are nobody's, and ticks are of what has made them. */
function isOfOtherRequest({ resource, request }: Execution): boolean {
  return (
    request !== null || isPromise(resource) || /^(?:Timeout|Immediate)$/.test(typeOf(resource))
  );
}

function isQueued(type: string): boolean {
  return type === 'TickObject' || type === 'Immediate' || type === 'Microtask';
}

/**
 * How long a result lay ready while the event loop had other work. A timer says when it is due. Other
 * results arrived at some time since the loop last had nothing to do: half of that is the mean.
 */
function queuedMs(execution: Execution, own: Made | null, sinceMs: number): number {
  const { startMs, busySinceMs, resource } = execution;
  if (own?.type === 'Timeout') {
    const dueMs = sinceMs + (resource._idleTimeout ?? 0);
    return Math.max(0, startMs - dueMs - 1);
  }
  return Math.max(0, startMs - Math.max(busySinceMs, sinceMs)) / 2;
}
