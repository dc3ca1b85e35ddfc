import { prototypeOf, type ClientLibrary, type ClientMethod } from './clientLibrary.ts';
import { statementText } from './statementText.ts';

/** The queries of a connection of `mysql2`. */
export const mysql2: ClientLibrary = {
  module: /\/node_modules\/mysql2\/lib\/(?:base\/)?connection\.js$/,
  methods(exported) {
    const owner = prototypeOf(exported, 'Connection');
    if (!owner) return [];
    const describe: ClientMethod['describe'] = (_, [query]) => {
      const { sql } = (typeof query === 'string' ? { sql: query } : query) as { sql?: unknown };
      const target = typeof sql === 'string' ? `mysql ${statementText(sql)}` : 'mysql';
      return { kind: 'db', target };
    };
    return ['query', 'execute']
      .filter((method) => Object.hasOwn(owner, method))
      .map((method) => ({ owner, method, describe }));
  },
};
