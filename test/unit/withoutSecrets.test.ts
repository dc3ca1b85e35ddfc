import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretsOf, withoutSecrets } from '../../src/engine/profile/withoutSecrets.ts';

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
  const told = withoutSecrets(said, secretsOf([request]));
  assert.deepEqual(told.split('\n'), ['•••', '•••', '•••', '{"key":"•••"}', '•••', '•••', '•••']);
});

test('leaves what is no secret', () => {
  const said = 'abc: no application/json for you';
  assert.equal(withoutSecrets(said, secretsOf([request])), said);
});
