import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretsOf, redactSecrets } from '../../src/engine/secrets/redactSecrets.ts';

const request = {
  method: 'POST',
  path: '/',
  headers: {
    Authorization: 'Bearer token-of-ann',
    cookie: 'sid=cookie-of-ann; b=2',
    'x-key': 'a "key"',
    accept: 'application/json',
  },
  body: '{"user":{"password":"pass word"},"short":"abc"}',
};

test('takes values of headers and bodies out of a text, in each form that servers write them', () => {
  const said = [
    'Bearer token-of-ann',
    'token-of-ann',
    'cookie-of-ann',
    JSON.stringify({ key: 'a "key"' }),
    'pass%20word',
    'pass word',
    request.body,
  ].join('\n');
  const told = redactSecrets(said, secretsOf([request]));
  assert.deepEqual(told.split('\n'), ['•••', '•••', '•••', '{"key":"•••"}', '•••', '•••', '•••']);
});

test('leaves what is no secret', () => {
  const said = 'abc: no application/json for you';
  assert.equal(redactSecrets(said, secretsOf([request])), said);
  const headers = { authorization: 'ApiKey key-of-ann' };
  const told = redactSecrets('an ApiKey is not key-of-ann', secretsOf([{ ...request, headers }]));
  assert.equal(told, 'an ApiKey is not •••', 'the way to read a secret is none');
});

const secret = 'Tok/en+of-ann?42';

test('takes out a secret in other case, in HTML, in a URL and in base64 beside whatever', () => {
  const wide = 'a"b<c&d-7';
  for (const written of [
    secret.toUpperCase(),
    secret.toLowerCase(),
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    ...['', 'a', 'ab'].map((before) => Buffer.from(`${before}${secret}ü`).toString('base64')),
    `/x/${Buffer.from(`ann:${secret}`).toString('base64')}`,
    'a&quot;b&lt;c&amp;d-7',
  ]) {
    const told = redactSecrets(`got ${written}, refused`, [secret, wide]);
    assert.equal(told, 'got •••, refused', written);
  }
});

test('takes out the whole of a secret that begins with another one', () => {
  const told = redactSecrets('got ann-key-of-shop, refused', ['ann-key', 'ann-key-of-shop']);
  assert.equal(told, 'got •••, refused');
});

test('takes out what is left of a secret that a limit has cut', () => {
  assert.equal(redactSecrets(`got ${secret.slice(0, -1)}`, [secret]), 'got •••');
  assert.equal(redactSecrets(`got ${secret.slice(0, 8)}`, [secret]), 'got •••');
  assert.equal(redactSecrets(`${secret.slice(3)} was it`, [secret]), '••• was it');
  assert.equal(redactSecrets(secret.slice(1, 12), [secret]), secret.slice(1, 12));
  const token = `first-${'0123456789'.repeat(9)}`;
  const cutByServer = `{"error":"${token.slice(0, 59)}… is no token"}`;
  assert.equal(redactSecrets(cutByServer, [token]), '{"error":"•••… is no token"}');
  assert.equal(redactSecrets('it is production', ['production-9']), 'it is production');
  const file = '/home/ann/shop/keys/private.pem';
  assert.equal(redactSecrets('at /home/ann/shop/keys.js:1', [file]), 'at /home/ann/shop/keys.js:1');
});
