import { prototypeOf, type ClientLibrary } from './clientLibrary.ts';
import { statementText } from './statementText.ts';

/** The query of a client of `pg`. */
export const postgresClient: ClientLibrary = {
  module: /\/node_modules\/pg\/lib\/client\.js$/,
  methods(exported) {
    const owner = prototypeOf(exported, 'Client');
    if (!owner) return [];
    const describe = (client: Record<string, unknown>, [query]: unknown[]) => {
      const { text } = (typeof query === 'string' ? { text: query } : query) as { text?: unknown };
      const server = `postgres ${String(client['host'])}:${String(client['port'])}`;
      const target = typeof text === 'string' ? `${server} ${statementText(text)}` : server;
      return { kind: 'db' as const, target };
    };
    return [{ owner, method: 'query', describe }];
  },
};

/** Getting a client from a pool of `pg`. */
export const postgresPool: ClientLibrary = {
  module: /\/node_modules\/pg-pool\/index\.js$/,
  methods(exported) {
    const owner = prototypeOf(exported, 'Pool');
    const describe = () => ({ kind: 'lock' as const, target: 'pool: waiting for a connection' });
    return owner ? [{ owner, method: 'connect', describe }] : [];
  },
};
