import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementText } from '../../src/engine/learning/clients/statementText.ts';

const cases: [sql: string, text: string][] = [
  ['select id, total from orders where customer = $1', 'select … from orders'],
  ['SELECT * FROM "public"."orders" o', 'SELECT … FROM "public"."orders"'],
  ["insert into users (name) values ('O''Brien')", 'insert … into users'],
  ['update accounts set balance = 12.50', 'update accounts'],
  ["select pg_sleep(0.02), 'secret', $1", 'select pg_sleep(?), ?, $1'],
  ["select /* 'by' hand */ now() -- 1234", 'select now()'],
  ["select $tag$it's 42$tag$", 'select ?'],
  ["select 'never closed 4711", 'select ?'],
  [`select ${'long_name, '.repeat(20)}`, `select ${'long_name, '.repeat(20)}`.slice(0, 59) + '…'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['(select 1 from a) union select 2', ' … from a'],
  ['', ''],
];

test('a statement is named by its verb and table, without its values', () => {
  assert.deepEqual(
    cases.map(([sql]) => statementText(sql)),
    cases.map(([, text]) => text),
  );
});
