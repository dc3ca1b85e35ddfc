import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseHttpFile } from '../../src/engine/httpFile.ts';
import { parseOpenApi } from '../../src/engine/openApi.ts';
import { readRequestFile } from '../../src/engine/requestFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'request-files-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'bodies'));
writeFileSync(join(folder, 'bodies/order.json'), '{"id":"{{id}}"}');

const surroundings = { environment: { KEY: 'from-env' }, captured: new Set(['token']) };

function http(text: string) {
  const path = join(folder, 'requests.http');
  writeFileSync(path, text);
  return readRequestFile(path, surroundings);
}

test('reads requests of a .http file with names, variables, headers and bodies', () => {
  const { requests, problems, format } = http(`@host = http://api.example.com:3000
@base = {{host}}/v1
@id = 17

### List
# a comment
GET {{base}}/orders
    ?limit=5
    &sort=name HTTP/1.1
Accept: application/json
// another
Authorization: Bearer {{token}}
Host: api.example.com

### Create
# @name create
POST /orders
X-Key: {{$processEnv KEY}}
Content-Type: application/json

{ "id": {{id}},

  "b": 1 }

> {% client.test() %}

###
{{base}}/plain
###

PUT {{host}} HTTP/1.1

<@ ./bodies/order.json
### As it is
POST localhost:3000/raw

< ./bodies/order.json
`);
  assert.equal(format, 'http');
  assert.deepEqual(problems, []);
  assert.deepEqual(
    requests.map(({ label, request }) => [label, request]),
    [
      [
        'List',
        {
          method: 'GET',
          path: '/v1/orders?limit=5&sort=name',
          headers: { Accept: 'application/json', Authorization: 'Bearer {{token}}' },
        },
      ],
      [
        'create',
        {
          method: 'POST',
          path: '/orders',
          headers: { 'X-Key': 'from-env', 'Content-Type': 'application/json' },
          body: '{ "id": 17,\n\n  "b": 1 }',
        },
      ],
      ['GET /v1/plain', { method: 'GET', path: '/v1/plain', headers: {} }],
      ['PUT /', { method: 'PUT', path: '/', headers: {}, body: '{"id":"17"}' }],
      ['As it is', { method: 'POST', path: '/raw', headers: {}, body: '{"id":"{{id}}"}' }],
    ],
  );
});

test('says what of a .http file can not be sent, and at which line, and keeps the rest', () => {
  const { requests, problems } = http(
    [
      'GET /good',
      '###',
      'GET /{{unknown}}',
      '###',
      'FETCH /x',
      '###',
      'POST /x',
      '',
      '< ./no-such-file',
      '###',
      'GET /x',
      'no header',
      '###',
      '< {% script %}',
      'GET /x',
    ].join('\n'),
  );
  assert.deepEqual(
    requests.map(({ label }) => label),
    ['GET /good'],
  );
  assert.deepEqual(
    problems.map(({ line }) => line),
    [3, 5, 9, 12, 14],
  );
  const words = problems.map(({ message }) => message).join('\n');
  assert.match(words, /\{\{unknown\}\} has no value in this file\./);
  assert.match(words, /FETCH is not a method of HTTP/);
  assert.match(words, /no-such-file can't be read: there is no such file/);
});

test('ends where variables hold each other', () => {
  const doubling = Array.from({ length: 40 }, (_, i) => `@v${i} = {{v${i + 1}}}{{v${i + 1}}}`);
  for (const text of [
    '@a = {{b}}\n@b = {{a}}\nGET /{{a}}',
    `${doubling.join('\n')}\n@v40 =\nGET /{{v0}}`,
  ]) {
    const { problems } = parseHttpFile(text, { ...surroundings, readBody: () => '' });
    assert.equal(problems.length, 1);
  }
});

const openApi3 = `
openapi: 3.1.0
servers: [{ url: 'https://{region}.example.com/{version}/', variables: { region: { default: eu }, version: { default: v2 } } }]
paths:
  /orders/{id}:
    parameters: [{ $ref: '#/components/parameters/Id' }]
    get:
      operationId: getOrder
      summary: One order
      parameters:
        - { name: fields, in: query, required: true, schema: { type: array, items: { type: string, enum: [name, price] } } }
        - { name: page, in: query, schema: { type: integer } }
        - { name: lang, in: query, schema: { type: string, example: de } }
        - { name: X-Tenant, in: header, required: true, schema: { type: string, default: acme } }
        - { name: Authorization, in: header, required: true, schema: { type: string } }
    put:
      requestBody:
        content:
          application/json: { schema: { $ref: '#/components/schemas/Order' } }
  /login:
    post:
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { user: { type: string, example: 'ann b' }, pin: { type: integer, minimum: 1000 } } }
components:
  parameters:
    Id: { name: id, in: path, required: true, schema: { type: string }, examples: { first: { value: 'a/1' } } }
  schemas:
    Order:
      allOf:
        - type: object
          properties: { id: { type: integer, readOnly: true }, day: { type: string, format: date } }
        - type: object
          required: [parent]
          properties: { parent: { $ref: '#/components/schemas/Node' } }
    Node:
      type: object
      properties: { name: { type: [string, 'null'], maxLength: 2 }, next: { $ref: '#/components/schemas/Node' } }
`;

test('fills in the operations of an OpenAPI 3 document', () => {
  const [get, put, login] = parseOpenApi(openApi3);
  assert.deepEqual(get, {
    id: 'getOrder',
    label: 'GET /orders/{id}',
    summary: 'One order',
    request: {
      method: 'GET',
      path: '/v2/orders/a%2F1?fields=name&lang=de',
      headers: { 'X-Tenant': 'acme' },
    },
  });
  assert.equal(put!.request.headers['content-type'], 'application/json');
  const body = JSON.parse(put!.request.body!) as { day: string; parent: { name: string } };
  assert.equal(body.day, '2024-01-31');
  assert.equal(body.parent.name, 'te');
  assert.ok(!('id' in body), 'only answers have it');
  assert.equal(login!.request.body, 'user=ann+b&pin=1000');
  assert.equal(login!.request.method, 'POST');
});

test('fills in the operations of a Swagger 2 document, as JSON', () => {
  const document = {
    swagger: '2.0',
    basePath: '/api',
    consumes: ['application/json'],
    paths: {
      '/pets': {
        post: {
          parameters: [{ name: 'pet', in: 'body', schema: { $ref: '#/definitions/Pet' } }],
        },
        get: { parameters: [{ name: 'limit', in: 'query', type: 'integer', required: true }] },
      },
    },
    definitions: { Pet: { properties: { name: { type: 'string', example: 'Rex' } } } },
  };
  assert.deepEqual(
    parseOpenApi(JSON.stringify(document)).map(({ request }) => request),
    [
      { method: 'GET', path: '/api/pets?limit=1', headers: {} },
      {
        method: 'POST',
        path: '/api/pets',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"Rex"}',
      },
    ],
  );
});

test('says what is wrong with an OpenAPI document, and ends where its schemas do not', () => {
  assert.throws(() => parseOpenApi('a: 1'), /neither an OpenAPI 3 nor a Swagger 2/);
  assert.throws(
    () => parseOpenApi('openapi: 3.0.0\npaths: [\n'),
    (error: { line?: number }) => error.line! >= 2,
  );
  assert.throws(() => parseOpenApi('{"openapi": '), /can't be read/);
  const wide = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`p${i}`, { $ref: '#/components/schemas/W' }]),
  );
  const endless = {
    openapi: '3.0.0',
    paths: {
      '/w': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/W' } } },
          },
        },
      },
    },
    components: {
      schemas: {
        W: { type: 'object', required: Object.keys(wide), properties: wide },
        R: { $ref: '#/components/schemas/R' },
      },
    },
  };
  assert.equal(parseOpenApi(JSON.stringify(endless)).length, 1);
});

test('tells files of requests apart by what they hold', () => {
  const file = (name: string, value: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return readRequestFile(join(folder, name), surroundings).format;
  };
  const entry = { request: { method: 'GET', url: 'http://a/b', headers: [] } };
  assert.equal(file('a.json', { log: { entries: [entry] } }), 'har');
  assert.equal(file('b.json', [{ path: '/' }]), 'list');
  assert.equal(file('c.json', { openapi: '3.0.0', paths: { '/': { get: {} } } }), 'openapi');
});
