import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CookieJar } from '../../src/engine/load/cookieJar.ts';

const now = Date.parse('2024-06-01');

test('sends cookies back to the paths that they are for', () => {
  const jar = new CookieJar();
  jar.take(['a=1; Path=/; HttpOnly; SameSite=Lax', 'b=x=y; Path=/shop', 'no cookie'], now);
  assert.equal(jar.headerFor('/'), 'a=1');
  assert.equal(jar.headerFor('/shop/basket?x=/'), 'a=1; b=x=y');
  assert.equal(jar.headerFor('/shopping'), 'a=1');
  assert.equal(new CookieJar().headerFor('/'), null);
});

test('forgets what an answer replaces, takes back or lets expire', () => {
  const jar = new CookieJar();
  jar.take(['a=1', 'b=1', 'c=1'], now);
  jar.take(['a=2', 'b=; Max-Age=0', 'c=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], now);
  jar.take(['d=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], now);
  assert.equal(jar.headerFor('/'), 'a=2; d=1');
});
