import { prototypeOf, type ClientLibrary } from './clientLibrary.ts';

/** A command of `ioredis`. */
export const ioredis: ClientLibrary = {
  module: /\/node_modules\/ioredis\/built\/Redis\.js$/,
  methods(exported) {
    const owner = prototypeOf(exported, 'Redis');
    const describe = (_: unknown, [command]: unknown[]) => {
      const { name } = (command ?? {}) as { name?: unknown };
      return { kind: 'db' as const, target: `redis ${String(name ?? '').toUpperCase()}`.trimEnd() };
    };
    return owner ? [{ owner, method: 'sendCommand', describe }] : [];
  },
};

/** A command of `redis` (node-redis). */
export const nodeRedis: ClientLibrary = {
  module: /\/node_modules\/@redis\/client\/dist\/lib\/client\/index\.js$/,
  methods(exported) {
    const owner = prototypeOf(exported, 'default');
    const describe = (_: unknown, [words]: unknown[]) => {
      const command = Array.isArray(words) ? String(words[0]).toUpperCase() : '';
      return { kind: 'db' as const, target: `redis ${command}`.trimEnd() };
    };
    return owner ? [{ owner, method: 'sendCommand', describe }] : [];
  },
};
