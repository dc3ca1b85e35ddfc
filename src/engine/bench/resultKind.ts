import type { FunctionKind } from '../../shared/benchWire.ts';
import type { ReadyCall } from './harness.ts';

/** How a call with this result is finished, whichever way the function was written. */
export function kindOfResult(returned: unknown): FunctionKind {
  switch (Object.prototype.toString.call(returned)) {
    case '[object Promise]':
      return 'async';
    case '[object Generator]':
      return 'generator';
    case '[object AsyncGenerator]':
      return 'async generator';
    default:
      return 'function';
  }
}

/** A call that lasts longer can't be repeated often enough. */
const maxYieldMs = 5_000;

/** Throws an Error with a sentence if a call yields without end: a call is measured with all that it yields. */
export async function checkEnds(
  calls: readonly ReadyCall[],
  kind: FunctionKind,
  name: string,
): Promise<void> {
  if (!kind.endsWith('generator')) return;
  for (const { f, self, args } of calls) {
    const endMs = performance.now() + maxYieldMs;
    let isEndless = false;
    try {
      for await (const _ of Reflect.apply(f, self, args) as AsyncIterable<unknown>) {
        isEndless = performance.now() > endMs;
        if (isEndless) break;
      }
    } catch {
      // A call that throws has ended.
    }
    if (isEndless) {
      throw new Error(
        `${name} yields without end, or for longer than ${maxYieldMs / 1000} s. A call is measured with all that it yields, and how much of that the server takes is not recorded. Give the line of the function that takes it.`,
      );
    }
  }
}

/**
 * The kind of a function by the first of its calls that returns: one that is not async may return the
 * promise of another, and its work is over when that is settled.
 */
export async function kindOfCalls(
  calls: readonly ReadyCall[],
  isNew: boolean,
  written: FunctionKind,
): Promise<FunctionKind> {
  if (written !== 'function' || isNew) return written;
  for (const { f, self, args } of calls) {
    try {
      const returned = Reflect.apply(f, self, args);
      const kind = kindOfResult(returned);
      if (kind === 'async') await returned;
      return kind;
    } catch {
      // The next one may return.
    }
  }
  return written;
}
