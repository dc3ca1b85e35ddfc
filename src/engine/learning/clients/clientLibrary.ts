import type { WaitName } from '../../../shared/requestTimes.ts';

/**
 * A library that publishes nothing of what it asks other programs for. While the server is learned,
 * calls of some of its methods are heard, and their callbacks run as those of the request that called.
 */
export interface ClientLibrary {
  /** Matches the end of the path of the module, with slashes. */
  module: RegExp;
  /** The methods in what the module exports; those that it does not have are left out. */
  methods(exported: unknown): ClientMethod[];
}

export interface ClientMethod {
  /** Has the method as its own property. */
  owner: Record<string, unknown>;
  method: string;
  /** Names the thing that a call waits for. */
  describe(self: Record<string, unknown>, parameters: unknown[]): WaitName;
}

/** The prototype of a class that a module exports as such or by `name`; null without one. */
export function prototypeOf(exported: unknown, name: string): Record<string, unknown> | null {
  const holder = exported as Record<string, unknown> | null;
  const found = typeof exported === 'function' ? exported : (holder?.[name] ?? holder?.['default']);
  if (typeof found !== 'function') return null;
  return found.prototype as Record<string, unknown>;
}
