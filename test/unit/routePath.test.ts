import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filledPath, isWholePath, pathParameters } from '../../src/host/routes/routePath.ts';

/** A path, its parameters (`?` may be left out, `…` holds slashes), values for them, what is sent. */
const table: [path: string, parameters: string[], values: string[], sent: string][] = [
  ['/', [], [], '/'],
  ['/orders', [], [], '/orders'],
  ['/orders/:id', ['id'], ['17'], '/orders/17'],
  [
    '/users/:uid/orders/:oid.json',
    ['uid', 'oid'],
    ['a b', 'c/d'],
    '/users/a%20b/orders/c%2Fd.json',
  ],
  ['/flights/:from-:to', ['from', 'to'], ['BER', 'LHR'], '/flights/BER-LHR'],
  ['/orders/:id(\\\\d+)', ['id'], ['17'], '/orders/17'],
  ['/orders/:id{[0-9]+}/lines', ['id'], ['17'], '/orders/17/lines'],
  ['/orders/:id?', ['id?'], [''], '/orders'],
  ['/orders/:id?', ['id?'], ['17'], '/orders/17'],
  ['/orders{/:id}', [], [], '/orders'],
  ['/orders{/:id}/lines/:line', ['line'], ['3'], '/orders/lines/3'],
  ['/files/*path', ['path…'], ['/a/b c.txt'], '/files/a/b%20c.txt'],
  ['/files/:path+', ['path…'], ['a/b'], '/files/a/b'],
  ['/files/:path*', ['path?…'], ['a/b'], '/files/a/b'],
  ['/files/:path*', ['path?…'], [''], '/files'],
  ['/files/*', ['…'], ['a/b'], '/files/a/b'],
  ['*', ['…'], ['a'], 'a'],
  ['/orders/{id}', ['id'], ['17'], '/orders/17'],
  ['/orders/{id?}', ['id?'], [''], '/orders'],
  ['/files/{path*}', ['path…'], ['a/b'], '/files/a/b'],
  ['/api/[id]', ['id'], ['17'], '/api/17'],
  ['/api/[...slug]/x', ['slug…'], ['a/b'], '/api/a/b/x'],
  ['/api/[[...slug]]', ['slug?…'], [''], '/api'],
  ['/[[...slug]]', ['slug?…'], [''], '/'],
  ['/mail/:address', ['address'], ['a@b.c'], '/mail/a@b.c'],
  ['/at/:place', ['place'], ['a:b@c,$&+;=?#/'], '/at/a:b@c,$&+;=%3F%23%2F'],
];

for (const [path, parameters, values, sent] of table) {
  test(`${path} with ${JSON.stringify(values)} is ${sent}`, () => {
    const words = pathParameters(path).map(
      ({ name, isOptional, isRest }) => `${name}${isOptional ? '?' : ''}${isRest ? '…' : ''}`,
    );
    assert.deepEqual(words, parameters);
    assert.equal(filledPath(path, values), sent);
  });
}

test('knows which paths a source did not say', () => {
  assert.ok(isWholePath('/a/:id'));
  assert.ok(!isWholePath('/…/a'));
  assert.ok(!isWholePath('/a…'));
  assert.ok(!isWholePath('a/:id'));
  assert.ok(!isWholePath('*'));
});
