import { AsyncResource } from 'node:async_hooks';
import Module from 'node:module';
import type { WaitName } from '../../../shared/requestTimes.ts';
import type { ClientLibrary, ClientMethod } from './clientLibrary.ts';
import { mysql2 } from './mysql.ts';
import { postgresClient, postgresPool } from './postgres.ts';
import { ioredis, nodeRedis } from './redis.ts';

const libraries: readonly ClientLibrary[] = [
  postgresClient,
  postgresPool,
  ioredis,
  nodeRedis,
  mysql2,
];

/** Is told what clients ask for. */
export interface ClientCalls {
  /** The callback that runs asks for it. */
  operation(name: WaitName): void;
  /** A resource calls back for it. */
  name(asyncId: number, name: WaitName): void;
}

/** Has callbacks run as those of the caller, and tells nobody what they wait for. */
export const noClientCalls: ClientCalls = { operation: () => {}, name: () => {} };

/** Hears what the client libraries that the target has loaded ask for, until the returned function is called. */
export function watchClients(calls: ClientCalls): () => void {
  const undo: (() => void)[] = [];
  const cache = (Module as unknown as { _cache: Record<string, { exports: unknown }> })._cache;
  for (const [file, { exports }] of Object.entries(cache)) {
    const path = file.replaceAll('\\', '/');
    const library = libraries.find(({ module }) => module.test(path));
    for (const method of library?.methods(exports) ?? []) undo.push(hear(method, calls));
  }
  return () => {
    for (const each of undo) each();
  };
}

function hear({ owner, method, describe }: ClientMethod, calls: ClientCalls): () => void {
  const original = owner[method];
  if (typeof original !== 'function') return () => {};
  const heard = function (this: Record<string, unknown>, ...parameters: unknown[]): unknown {
    try {
      const name = describe(this, parameters);
      const last = parameters.length - 1;
      const callback = parameters[last];
      if (typeof callback === 'function') {
        const resource = new AsyncResource(`hotframe ${name.kind}`);
        calls.name(resource.asyncId(), name);
        parameters[last] = (...results: unknown[]): unknown =>
          resource.runInAsyncScope(callback as () => unknown, undefined, ...(results as []));
      } else calls.operation(name);
    } catch {
      // The library is another version; its call goes on as ever.
    }
    return Reflect.apply(original, this, parameters);
  };
  owner[method] = heard;
  return () => {
    // Somebody else may have wrapped it meanwhile.
    if (owner[method] === heard) owner[method] = original;
  };
}
