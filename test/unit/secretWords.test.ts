import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  commandWithoutSecrets,
  isSecretName,
  urlWithoutSecrets,
} from '../../src/shared/secretWords.ts';

test('tells names of secrets from others', () => {
  for (const name of [
    'DB_PASSWORD',
    'PGPASSWORD',
    'DB_PWD',
    'AWS_SECRET_ACCESS_KEY',
    'NPM_TOKEN',
    'STRIPE_KEY',
    'accessToken',
    '--api-key',
    'access_token',
    'SENTRY_DSN',
    'X-Amz-Signature',
    'npm_config__auth',
    'SESSION_SECRET',
  ]) {
    assert.ok(isSecretName(name), name);
  }
  for (const name of ['PWD', 'OLDPWD', 'PATH', 'AUTH_MODE', 'KEY_PREFIX', 'AUTHOR', 'PORT', 'q']) {
    assert.ok(!isSecretName(name), name);
  }
});

test('leaves a command as it is but for secrets', () => {
  const words = (text: string) => commandWithoutSecrets(text.split(' ')).join(' ');
  assert.equal(words('node a.js --port 80 --tokens'), 'node a.js --port 80 --tokens');
  assert.equal(
    words('node a.js --api-key=k1 --token t1 -v'),
    'node a.js --api-key=••• --token ••• -v',
  );
  assert.equal(words('env API_TOKEN=t1 node a.js'), 'env API_TOKEN=••• node a.js');
  assert.equal(words('node a.js --token --verbose'), 'node a.js --token --verbose');
  assert.equal(
    words('node a.js --db=postgres://ann:pw@db/shop?sslmode=on'),
    'node a.js --db=postgres://•••@db/shop?sslmode=on',
  );
});

test('leaves a URL as it is but for its user and parameters that are secrets', () => {
  const url = 'http://ann:p%40w@localhost:1/a?page=2&token=t1&x-sig=s1#key=k';
  assert.equal(urlWithoutSecrets(url), 'http://•••@localhost:1/a?page=2&token=•••&x-sig=•••#key=k');
  assert.equal(urlWithoutSecrets('mail a@b.c, see http://h/@x'), 'mail a@b.c, see http://h/@x');
});
