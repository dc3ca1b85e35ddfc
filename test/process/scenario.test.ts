import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Report } from '../../src/shared/report.ts';
import { CliRun } from './cliDriver.ts';
import { withFolder } from './engineHarness.ts';

/** Scenario files with real servers behind them. */

const secrets = {
  password: 'hunter2-password',
  token: 'tok-9f8e7d6c5b',
  cookie: 'sid-0a1b2c3d4e',
  orderNote: 'deliver-to-the-back-door',
  variable: 'environment-value-4711',
};

/**
 * Logs in by a password, and answers what follows only with the cookie and the token of that. Counts
 * what it was asked, and writes that to a file when it ends.
 */
const loginServer = `
const http = require('node:http');
const { writeFileSync } = require('node:fs');
const secrets = require('./secrets.json');
const counts = {};
const isKnown = ({ headers }) =>
  headers.cookie === 'sid=' + secrets.cookie && headers.authorization === 'Bearer ' + secrets.token;
http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const key = request.method + ' ' + request.url;
    counts[key] = (counts[key] ?? 0) + 1;
    response.setHeader('content-type', 'application/json');
    if (key === 'POST /login') {
      if (JSON.parse(body).password !== secrets.password) {
        response.statusCode = 401;
        return response.end();
      }
      response.setHeader('set-cookie', ['sid=' + secrets.cookie + '; Path=/; HttpOnly', 'gone=1; Max-Age=0']);
      return response.end(JSON.stringify({ data: { 'access/token': secrets.token, user: 7 } }));
    }
    const isRight =
      isKnown(request) &&
      (request.method !== 'POST' || JSON.parse(body).note === secrets.orderNote);
    // Tells what it was asked, as many do.
    response.statusCode = isRight ? 200 : 403;
    let sum = 0;
    for (let i = 0; i < 20000; i++) sum += Math.sqrt(i);
    response.end(JSON.stringify({ sum, headers: request.headers, body }));
  });
}).listen(0, '127.0.0.1');
process.once('SIGTERM', () => {
  writeFileSync('counts.json', JSON.stringify(counts));
  process.exit(0);
});
`;

const scenarios = `{
  // What a signed-in customer does.
  "scenarios": {
    "customer": {
      "launch": ["node", "server.js"],
      "env": { "API_KEY": "${secrets.variable}" },
      "connections": 3, "duration": 1, "rate": 200, "warmup": 0.2, "pipelining": 2,
      "headers": { "authorization": "Bearer {{token}}" },
      "setup": [
        {
          "path": "/login",
          "headers": { "x-api-key": "\${env:SHOP_KEY}" },
          "body": { "user": "ann", "password": "${secrets.password}" },
          "capture": { "token": "/data/access~1token", "user": "/data/user" },
        },
      ],
      "requests": [
        { "path": "/orders?of={{user}}", "weight": 3 },
        { "method": "POST", "path": "/orders", "bodyFile": "requests/order.json" },
      ],
    },
    "wrong": {
      "launch": ["node", "server.js"],
      "setup": [{ "path": "/login", "body": { "password": "not-${secrets.password}" } }],
      "requests": [{ "path": "/orders" }],
    },
    "stranger": {
      "launch": ["node", "server.js"],
      "warmup": 0.2, "rate": 100,
      "requests": [
        {
          "path": "/orders",
          "headers": { "authorization": "Bearer ${secrets.token}", "cookie": "sid=x; other=${secrets.cookie}" },
          "body": { "note": "not-${secrets.orderNote}" },
        },
      ],
    },
  },
}`;

const files = {
  'server.js': loginServer,
  // Not in its source, which a saved run keeps.
  'secrets.json': JSON.stringify(secrets),
  '.vscode/hotframe.json': scenarios,
  'requests/order.json': JSON.stringify({ note: secrets.orderNote }),
};
const env = { SHOP_KEY: 'shop-key-52e1' };

test('logs in, sends requests by their weights, and tells no secret in any output', () =>
  withFolder(files, async ({ path }) => {
    const cli = new CliRun(
      [
        ...['run', '--scenario', 'customer', '--verbose', '--cwd', join(path, 'requests')],
        ...['--json', 'report.json', '--html', 'page.html', '--out', 'run.cpuprofile'],
      ],
      path,
      env,
    );
    assert.equal(await cli.exit(), 0, cli.stderr);
    const text = (name: string) => readFileSync(join(path, name), 'utf8');
    const report = JSON.parse(text('report.json')) as Report;
    assert.equal(report.load!.scenario, 'customer');
    assert.equal(report.load!.connections, 3);
    assert.equal(report.load!.non2xx, 0, 'every request was that of the customer');
    assert.match(cli.stdout, /^Load {2}scenario customer, 3 connections, /m);

    const counts = JSON.parse(text('counts.json')) as Record<string, number>;
    assert.equal(counts['POST /login'], 1);
    // One order for all connections: what is sent is in proportion to one round of four.
    const [lists, orders] = [counts['GET /orders?of=7']!, counts['POST /orders']!];
    assert.ok(orders > 20, `${orders} orders`);
    // Beyond that, two load phases each end with what was on its way: 3 connections × 2.
    assert.ok(Math.abs(lists - 3 * orders) <= 2 * 4, `${lists} lists, ${orders} orders`);

    const page = text('page.html');
    const data = /<template id="[^"]*">([A-Za-z0-9+/=]{100,})</.exec(page)?.[1];
    assert.ok(data, 'the data of the page was found');
    const outputs = {
      'the report': text('report.json'),
      'the page': page,
      'the data of the page': gunzipSync(Buffer.from(data, 'base64')).toString('utf8'),
      'the saved run': text('run.cpuprofile'),
      'standard output': cli.stdout,
      'standard error': cli.stderr,
    };
    for (const [name, output] of Object.entries(outputs)) {
      for (const secret of [...Object.values(secrets), env.SHOP_KEY]) {
        assert.ok(!output.includes(secret), `${secret} is in ${name}`);
      }
    }
    assert.ok(!readdirSync(path).some((name) => name.includes('hotframe')), 'nothing else is left');
    await cli.leftNothing();
  }));

test('says that the log-in was refused, and loads nothing', () =>
  withFolder(files, async ({ path }) => {
    const cli = new CliRun(['run', '--scenario', 'wrong', '--json', '-'], path, env);
    assert.equal(await cli.exit(), 1);
    const { failure, load } = JSON.parse(cli.stdout) as Report;
    assert.equal(failure?.kind, 'setup-failed');
    assert.match(
      cli.stderr,
      /The setup request POST \/login was answered with 401\. Check its path, headers and body/,
    );
    assert.equal(load, null);
    assert.ok(!(cli.stdout + cli.stderr).includes(secrets.password));
    await cli.leftNothing();
  }));

test('tells what a refusing server said, without what it was asked', () =>
  withFolder(files, async ({ path }) => {
    const cli = new CliRun(['run', '--scenario', 'stranger', '--json', '-'], path, env);
    assert.equal(await cli.exit(), 1);
    assert.equal((JSON.parse(cli.stdout) as Report).failure?.kind, 'not-2xx');
    assert.match(cli.stderr, /the first was 403 with the body “.*"sum".*•••/);
    for (const secret of Object.values(secrets)) {
      assert.ok(!(cli.stdout + cli.stderr).includes(secret), secret);
    }
    await cli.leftNothing();
  }));
