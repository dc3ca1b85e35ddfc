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
