import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parseHar } from '../../src/engine/requests/harFile.ts';
import { parseHttpFile } from '../../src/engine/requests/httpFile.ts';
import { parseRequestsFile } from '../../src/engine/requests/loadRequests.ts';
import { parseOpenApi } from '../../src/engine/requests/openApi.ts';
import { readRequestFile } from '../../src/engine/requests/requestFile.ts';

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
  assert.match(words, /\{\{unknown\}\} has no value in this file or an environment file\./);
  assert.match(words, /FETCH is not a method of HTTP/);
  assert.match(words, /no-such-file can't be read: there is no such file/);
});

test('sends a request of a .http file whatever host it is for', () => {
  const { requests, problems } = http(
    [
      'GET {{unknown}}/orders?to={{$timestamp}}',
      '###',
      'GET http://{{host}}:{{port}}/a/{{token}}',
      '###',
      'GET /zürich?q=größe {{token}}',
    ].join('\n'),
  );
  assert.deepEqual(problems, []);
  assert.match(requests[0]!.request.path, /^\/orders\?to=1\d{9}$/);
  assert.equal(requests[1]!.request.path, '/a/{{token}}');
  assert.equal(requests[2]!.request.path, '/z%c3%bcrich?q=gr%c3%b6%c3%9fe%20{{token}}');
});

test('takes variables of the environment files that are nearest to a .http file', () => {
  const own = join(folder, 'own');
  mkdirSync(join(own, 'api/.vscode'), { recursive: true });
  const path = join(own, 'api/get.http');
  writeFileSync(path, 'GET {{base}}/orders\nAuthorization: Bearer {{key}}\nX-A: {{all}}');
  const read = () => readRequestFile(path, surroundings).requests[0]?.request;
  const setting = { $shared: { all: 'far' }, prod: { base: 'http://x/far', key: 'far' } };
  mkdirSync(join(own, '.vscode'));
  writeFileSync(
    join(own, '.vscode/settings.json'),
    `// Of the editor.\n${JSON.stringify({ 'rest-client.environmentVariables': setting })}`,
  );
  assert.deepEqual(read()?.headers, { Authorization: 'Bearer far', 'X-A': 'far' });
  assert.equal(read()?.path, '/far/orders');

  const environments = { prod: { base: 'https://shop.example/v9' }, dev: { base: 'localhost/v1' } };
  writeFileSync(
    join(own, 'api/http-client.env.json'),
    JSON.stringify({ $shared: { all: 1 }, ...environments }),
  );
  writeFileSync(join(own, 'api/http-client.private.env.json'), '{"dev":{"key":"near"}}');
  assert.deepEqual(read(), {
    method: 'GET',
    path: '/v1/orders',
    headers: { Authorization: 'Bearer near', 'X-A': '1' },
  });
});

test('sends bodies of a .http file as REST clients do', () => {
  const { requests, problems } = http(`POST /xml

<order/>
### Form
POST /form
Content-Type: application/x-www-form-urlencoded

user=ann
&pin=1
### Commented out
GET /a

# GET /b
// GET /c
### Upload
POST /upload
Content-Type: multipart/form-data; boundary=B

--B
Content-Disposition: form-data; name="order"; filename="order.json"

< ./bodies/order.json
--B--
`);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    requests.map(({ request }) => request.body),
    [
      '<order/>',
      'user=ann&pin=1',
      undefined,
      '--B\r\nContent-Disposition: form-data; name="order"; filename="order.json"\r\n\r\n{"id":"{{id}}"}\r\n--B--',
    ],
  );
});

function har(...entries: object[]) {
  const withDefaults = (request: object) => ({
    request: { method: 'GET', headers: [], ...request },
  });
  return parseHar(JSON.stringify({ log: { entries: entries.map(withDefaults) } }));
}

test('reads the bodies of a HAR file however they were recorded', () => {
  const post = { method: 'POST', url: 'http://shop.test/a' };
  const params = [
    { name: 'user', value: 'ann b' },
    { name: 'photo', fileName: 'a"b.txt', contentType: 'text/plain', value: 'x' },
  ];
  const inParts = 'multipart/form-data; boundary=----B1';
  const [form, parts, bytes] = har(
    { ...post, postData: { mimeType: 'application/x-www-form-urlencoded', params } },
    {
      ...post,
      headers: [{ name: 'Content-Type', value: inParts }],
      postData: { mimeType: inParts, params },
    },
    { ...post, postData: { mimeType: 'text/plain', text: 'Z3LDvMOf', encoding: 'base64' } },
  );
  assert.equal(form!.body, 'user=ann+b&photo=x');
  assert.equal(form!.headers['content-type'], 'application/x-www-form-urlencoded');
  assert.deepEqual(parts!.headers, { 'Content-Type': inParts });
  assert.equal(
    parts!.body,
    '------B1\r\nContent-Disposition: form-data; name="user"\r\n\r\nann b\r\n' +
      '------B1\r\nContent-Disposition: form-data; name="photo"; filename="a%22b.txt"\r\n' +
      'Content-Type: text/plain\r\n\r\nx\r\n------B1--\r\n',
  );
  assert.equal(bytes!.body, 'grüß');
  assert.throws(
    () => har({ ...post, postData: { text: '/w==', encoding: 'base64' } }),
    /The body of entry 1 of the HAR file is not text/,
  );
});

test('keeps each header and cookie of a HAR file, and says which HTTP does not allow', () => {
  const url = 'http://shop.test/a';
  const header = (name: string, value: string) => ({ name, value });
  const [folded, cookies] = har(
    {
      url,
      headers: [
        header(':path', '/a'),
        header('cookie', 'a=1'),
        header('Cookie', 'b=2'),
        header('Accept', 'text/html'),
        header('accept', '*/*'),
      ],
    },
    { url, cookies: [header('sid', 'x y'), header('b', '2')] },
  );
  assert.deepEqual(folded!.headers, { cookie: 'a=1; b=2', Accept: 'text/html, */*' });
  assert.deepEqual(cookies!.headers, { cookie: 'sid=x y; b=2' });
  assert.throws(
    () => har({ url, headers: [header('x-a', 'one\ntwo')] }),
    /The header x-a of entry 1 of the HAR file is not a header that HTTP allows\.$/,
  );
});

test('leaves out what of a HAR file is no request to the server', () => {
  const paths = (...urls: string[]) => har(...urls.map((url) => ({ url }))).map(({ path }) => path);
  assert.deepEqual(
    paths('data:image/png;base64,AA', 'ws://localhost:1/live', 'http://shop.test/a', 'https://b/b'),
    ['/a', '/b'],
  );
  assert.deepEqual(
    paths('http://localhost:3000/a', 'https://fonts.example/css', 'http://[::1]:4000/b'),
    ['/a', '/b'],
  );
  assert.throws(() => paths('data:,x'), /holds no requests of HTTP/);
});

test('says which header of a list of requests HTTP does not allow, and not its value', () => {
  for (const value of ['one\nX-Other: two', '日本']) {
    assert.throws(
      () => parseRequestsFile(JSON.stringify([{ path: '/', headers: { 'x-a': value } }])),
      /^Error: The header x-a of request 1 of the requests file is not a header that HTTP allows\.$/,
    );
  }
});

test('writes forms with files for OpenAPI and Swagger', () => {
  const schema = {
    properties: {
      title: { type: 'string', example: 'A b' },
      photo: { type: 'string', format: 'binary' },
    },
  };
  const content = { 'multipart/form-data': { schema } };
  const document = { paths: { '/ö': { post: { requestBody: { content } } } }, openapi: '3.0.0' };
  const swagger = {
    swagger: '2.0',
    paths: {
      '/ö': {
        post: {
          parameters: [
            { in: 'formData', name: 'title', type: 'string', default: 'A b' },
            { in: 'formData', name: 'photo', type: 'file' },
          ],
        },
      },
    },
  };
  for (const each of [document, swagger]) {
    const [operation] = parseOpenApi(JSON.stringify(each));
    const { path, headers, body } = operation!.request;
    assert.equal(path, '/%C3%B6');
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(headers['content-type']!)![1]!;
    assert.match(body!, new RegExp(`^--${boundary}\r\n[^]*name="title"\r\n\r\nA b\r\n`));
    assert.match(body!, /name="photo"; filename="file\.txt"\r\n/);
    assert.ok(body!.endsWith(`\r\n--${boundary}--\r\n`));
  }
});

test('ends where variables hold each other', () => {
  const doubling = Array.from({ length: 40 }, (_, i) => `@v${i} = {{v${i + 1}}}{{v${i + 1}}}`);
  for (const text of [
    '@a = {{b}}\n@b = {{a}}\nGET /{{a}}',
    `${doubling.join('\n')}\n@v40 =\nGET /{{v0}}`,
  ]) {
    const { problems } = parseHttpFile(text, {
      ...surroundings,
      variables: new Map(),
      readBody: () => '',
    });
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
  const sorted = { components: { padding: 'x'.repeat(30_000) }, openapi: '3.0.0', paths: {} };
  assert.equal(file('d.json', sorted), 'openapi');
  assert.equal(file('c.json', { openapi: '3.0.0', paths: { '/': { get: {} } } }), 'openapi');
});
