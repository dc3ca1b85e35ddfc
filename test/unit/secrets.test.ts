import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Secrets } from '../../src/engine/secrets/secrets.ts';
import { notTwoHundred } from '../../src/shared/loadFailures.ts';
import type { LoadOptions } from '../../src/shared/runOptions.ts';

function secretsOf(env: Record<string, string>, command = ['node', 'a.js']): Secrets {
  return new Secrets({ command, cwd: '/', env, load: null });
}

test('leaves ordinary words in an error that happen to equal a short secret', () => {
  const secrets = secretsOf({
    PASSWORD: 'postgres',
    APP_SECRET: 'production',
    TOKEN: 'true',
    API_KEY: 'test',
    PIN_TOKEN: '3000',
    DATABASE_URL: 'mongodb://admin:database@db/shop',
  });
  const error =
    'Error: postgres is not true in production: test failed on port 3000, no database, ask an admin';
  assert.equal(secrets.redact(error), error);
  assert.equal(
    secrets.redact(
      'PASSWORD=postgres APP_SECRET=production {"TOKEN":"true"} mongodb://admin:database@db',
    ),
    'PASSWORD=••• APP_SECRET=••• {"TOKEN":"•••"} mongodb://•••@db',
  );
});

test('redacts before a limit cuts', () => {
  const token = 'MyApi-'.repeat(20);
  const secrets = secretsOf({ MY_API_TOKEN: token });
  // The limit of the sentence is within the token.
  const body = secrets.redact(`${'x '.repeat(70)}${token} and more`);
  const { message } = notTwoHundred('http://localhost/', 500, body, null);
  assert.match(message, /x •••/);
  assert.ok(!message.includes('MyApi'), message);
});

test('redacts a secret in the colours of a terminal', () => {
  const secrets = secretsOf({ MY_API_TOKEN: 'abc-123-def' });
  assert.equal(secrets.redact('\u001b[31mabc-\u001b[1m123-def\u001b[0m!'), '•••!');
});

test('redacts what the words of a command hold, wherever else it stands', () => {
  const secrets = secretsOf({}, [
    'node',
    'Authorization: Bearer bearer-1',
    '{"password":"body-2"}',
    '--pat',
    'pat-three-3',
    '-p',
    'short-4',
    'postgres://ann:url%2D5x@db/',
  ]);
  assert.equal(
    secrets.redact('bearer-1, body-2, pat-three-3, short-4, url-5x, url%2D5x'),
    '•••, •••, •••, •••, •••, •••',
  );
});

test('redacts values of variables called after a service, or by their form', () => {
  const secrets = secretsOf({
    STRIPE: 'plain-value-1',
    GITHUB_PAT: 'pat-2-x',
    sessionkey: 'sess-3',
  });
  assert.equal(secrets.redact('plain-value-1 pat-2-x sess-3 x'), '••• ••• ••• x');
});

test('redacts what files of the environment hold, and passwords in addresses', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'secrets-'));
  try {
    for (const [index, name] of ['.env', '.env.local', 'a.env', 'b.env'].entries()) {
      writeFileSync(join(cwd, name), `SHOP_TOKEN=of-file-${index}-x\n`);
    }
    const command = ['node', '--env-file=a.env', '--env-file', 'b.env', 'a.js'];
    const env = { STORE: 'mongodb://ann:in-address-4@db/' };
    const secrets = new Secrets({ command, cwd, env, load: null });
    assert.equal(
      secrets.redact('of-file-0-x of-file-1-x of-file-2-x of-file-3-x in-address-4 a.env a.js'),
      '••• ••• ••• ••• ••• a.env a.js',
    );
  } finally {
    rmSync(cwd, { recursive: true });
  }
});

test('redacts what Hotframe itself has in its environment', () => {
  process.env['SHOP_API_TOKEN'] = 'own-token-1';
  try {
    assert.equal(secretsOf({}).redact('it said own-token-1'), 'it said •••');
  } finally {
    delete process.env['SHOP_API_TOKEN'];
  }
});

test('redacts what the address of the load and its requests hold', () => {
  const load = {
    ...{ url: 'http://ann:url-pass-1@localhost/a?token=query-2', method: 'POST' },
    ...{ headers: { authorization: 'Bearer header-3' }, body: '{"pin":"body-44-x"}' },
    requests: [{ method: 'GET', path: '/b?api_key=other-5', headers: {} }],
    setup: [{ method: 'POST', path: '/login', headers: { 'x-key': 'setup-6' } }],
  } as unknown as LoadOptions;
  const secrets = new Secrets({ command: ['node', 'a.js'], cwd: '/', env: {}, load });
  assert.equal(
    secrets.redact('url-pass-1, query-2, header-3, body-44-x, other-5, setup-6.'),
    '•••, •••, •••, •••, •••, •••.',
  );
});
