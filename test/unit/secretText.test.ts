import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  redactedCommand,
  isOrdinary,
  isSecretName,
  secretsInCommand,
  redactedText,
} from '../../src/shared/secretText.ts';

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
    'GITHUB_PAT',
    '--pat',
    'sessionkey',
    'SESSION_KEY',
    'STRIPE',
    'OPENAI',
    'dbpass',
  ]) {
    assert.ok(isSecretName(name), name);
  }
  for (const name of [
    'PWD',
    'OLDPWD',
    'PATH',
    'AUTH_MODE',
    'KEY_PREFIX',
    'AUTHOR',
    'PORT',
    'q',
    'COMPASS',
    'monkey',
    'STRIPE_MODE',
    'PATTERN',
  ]) {
    assert.ok(!isSecretName(name), name);
  }
});

test('leaves a command as it is but for secrets', () => {
  const words = (text: string) => redactedCommand(text.split(' ')).join(' ');
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
  assert.equal(redactedText(url), 'http://•••@localhost:1/a?page=2&token=•••&x-sig=•••#key=k');
  assert.equal(redactedText('mail a@b.c, see http://h/@x'), 'mail a@b.c, see http://h/@x');
});

/** By the words of a command: what is told of them. */
const commands: [words: string[], told: string[]][] = [
  [
    ['-H', 'Authorization: Bearer abc1'],
    ['-H', 'Authorization: •••'],
  ],
  [['-HX-Api-Key: abc1'], ['-HX-Api-Key: •••']],
  [['--header=Authorization: Bearer abc1'], ['--header=Authorization: •••']],
  // As a text that was split at spaces.
  [
    ['Authorization:', 'Bearer', 'abc123'],
    ['Authorization:', 'Bearer', '•••'],
  ],
  [['{"password":"X","port":3000}'], ['{"password":"•••","port":3000}']],
  [['{"db":{"api_key":"a\\"b"}}'], ['{"db":{"api_key":"•••"}}']],
  [["{ password: 'X' }"], ["{ password: '•••' }"]],
  [
    ['--pat', 'X', '--stripe', 'Y'],
    ['--pat', '•••', '--stripe', '•••'],
  ],
  [
    ['-p', 'hunter2'],
    ['-p', '•••'],
  ],
  [
    ['-p', 'X'],
    ['-p', '•••'],
  ],
  [
    ['-p', '123456789'],
    ['-p', '•••'],
  ],
  [
    ['-p', '3000'],
    ['-p', '3000'],
  ],
  [
    ['-p', '127.0.0.1:3000'],
    ['-p', '127.0.0.1:3000'],
  ],
  [
    ['-p', 'tsconfig.json'],
    ['-p', 'tsconfig.json'],
  ],
  [
    ['-p', './packages/a'],
    ['-p', './packages/a'],
  ],
  [['postgres://ann:p@ss@db/shop'], ['postgres://•••@db/shop']],
  [
    ['npm', 'run', 'auth:login'],
    ['npm', 'run', 'auth:login'],
  ],
  [
    ['--basic', 'on', 'basic', 'server.js'],
    ['--basic', 'on', 'basic', '•••'],
  ],
];

for (const [words, told] of commands) {
  test(`tells of the words ${words.join(' | ')}`, () => {
    assert.deepEqual(redactedCommand(words), told);
  });
}

test('knows what it has redacted of a command', () => {
  const words = ['--pat', 'one', 'X_TOKEN=two', '{"password":"three"}', '-H', 'Cookie: a=four'];
  assert.deepEqual(secretsInCommand(words), ['one', 'two', 'three', 'a=four']);
});

test('knows a secret by its form, whatever stands before it', () => {
  for (const secret of [
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'github_pat_11ABCDEFG0aBcDeFgHiJkL_mnopqrstuvwxyz',
    'glpat-abcdefghij0123456789',
    // In parts, so that no scanner of repositories takes it for one.
    `sk_${'live'}_4eC39HqLyjWDarjtT1zdp7dc`,
    `rk_${'test'}_4eC39HqLyjWDarjtT1zdp7dc`,
    'AKIAIOSFODNN7EXAMPLE',
    `xox${'b'}-123456789012-abcdefghijkl`,
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P',
  ]) {
    assert.equal(redactedText(`Error: ${secret} is refused`), 'Error: ••• is refused');
    assert.deepEqual(redactedCommand(['node', `--x=${secret}`]), ['node', '--x=•••']);
  }
  assert.equal(
    redactedText('-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n'),
    '-----BEGIN RSA PRIVATE KEY-----•••',
  );
});

test('knows a secret in a text by the name before it', () => {
  for (const [text, told] of [
    ['{"password":"test","id":1}', '{"password":"•••","id":1}'],
    ["{ user: 'a', pass: 'b' }", "{ user: 'a', pass: '•••' }"],
    [String.raw`"{\"token\":\"a b\"}"`, String.raw`"{\"token\":\"•••\"}"`],
    ['SECRET=production node', 'SECRET=••• node'],
    ['> node server.js --token abc-1 -v', '> node server.js --token ••• -v'],
    ['Authorization: Bearer abc\nHost: x', 'Authorization: •••\nHost: x'],
    ['sent Bearer abc-12, refused', 'sent Bearer •••, refused'],
  ] as const) {
    assert.equal(redactedText(text), told);
  }
});

test('leaves an error as it is where it only looks like a secret', () => {
  for (const text of [
    'SyntaxError: Unexpected token: punc (})',
    'Missing required variable: STRIPE_KEY. Set JWT_SECRET and PORT, see npm_config_registry',
    'const valid = tokens.map((token)=>verify(token)); if (API_KEY === undefined) throw',
    "{ key: 'id', foreignKey: 'orders_fk', auth: { user: 'a' } }",
    'Bearer authentication is required, or basic auth',
    'error: option --token requires a value, --password <text> too',
    'connect ECONNREFUSED postgres:5432 (http://localhost:3000/a@b)',
    'at eyJ.js, in sk_test and AKIA',
  ]) {
    assert.equal(redactedText(text), text);
  }
});

test('takes short texts, words and numbers for ordinary, and nothing else', () => {
  for (const text of ['true', 'test', 'production', 'Postgres', 'SECRET', '3000', '86400000']) {
    assert.ok(isOrdinary(text), text);
  }
  for (const text of ['hunter2', 'correct horse', 'kJhGfDsAq', 'qwertyuiopasdfgh', '1234567890']) {
    assert.ok(!isOrdinary(text), text);
  }
});

test('reads a text of any kind in no time', () => {
  const begin = performance.now();
  for (const part of ['a', 'a=', 'password:"', 'x://', '-----BEGIN PRIVATE KEY-----', '?a&b;']) {
    redactedText(part.repeat(100_000 / part.length));
  }
  assert.ok(performance.now() - begin < 2000);
});
