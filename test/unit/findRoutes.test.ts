import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findRoutes } from '../../src/analysis/routes/findRoutes.ts';

/** `line METHOD path` of each route. */
function routesOf(text: string, path = '/w/src/app.ts', projectFile: string | null = null) {
  return findRoutes(text, path, projectFile).map(
    ({ line, method, path: at }) => `${line} ${method} ${at}`,
  );
}

const table: Record<string, [text: string, routes: string[]][]> = {
  Express: [
    [
      `import express from 'express';
const app = express();
app.get('/invoices', list);
app.get('/invoices/:id', auth, async (req, res) => {
  res.json(await cache.get('/x', () => 1));
});
app.post("/invoices", express.json(), create);
app.all('/any', all);
app.use('/static', express.static('public'));
app.get('title');
app.listen(3000);`,
      ['3 GET /invoices', '4 GET /invoices/:id', '7 POST /invoices', '8 GET /any'],
    ],
    [
      `const router = require('express').Router();
router
  .route('/users/:id')
  .get(show)
  .put(auth, (req, res) => res.end())
  .delete(remove);
module.exports = router;`,
      ['4 GET /users/:id', '5 PUT /users/:id', '6 DELETE /users/:id'],
    ],
    [
      `module.exports = (app) => {
  app.get(['/a', '/b'], (req, res) => {});
  app.get(/^\\/v1/, (req, res) => {});
  app.get(\`\${base}/c\`, (req, res) => {});
};`,
      ['2 GET /a', '3 GET /…', '4 GET /…/c'],
    ],
    [
      `const express = require('express');
const app = express();
const v1 = express.Router();
const orders = express.Router();
orders.get('/', list);
orders.get('/:id', show);
v1.use('/orders', auth, orders);
app.use('/api/v1', v1);`,
      ['5 GET /api/v1/orders', '6 GET /api/v1/orders/:id'],
    ],
    [
      `import { Router, type Request } from 'express';
export class Users {
  readonly routes: Router = Router();
  constructor() {
    this.routes.get<{ id: string }>('/users/:id', this.show);
    this.routes.patch('/users/:id', (req, res) => this.patch(req, res));
  }
}`,
      ['5 GET /users/:id', '6 PATCH /users/:id'],
    ],
    [
      `export function register(web: express.Application) {
  web.get('/x', x);
  other.get('/y', y);
}
import express from 'express';`,
      ['2 GET /x'],
    ],
    [
      `// app.get('/commented', h);
const help = "app.get('/quoted', h)";
app.get('/real', h);`,
      ['3 GET /real'],
    ],
  ],
  Fastify: [
    [
      `import Fastify from 'fastify';
const fastify = Fastify({ logger: true });
fastify.get('/', async () => ({}));
fastify.get<{ Params: { id: string } }>('/x/:id', { schema }, async (request) => {});
fastify.get('/o', { handler: o });
fastify.route({
  method: ['GET', 'HEAD'],
  url: '/r',
  async handler(request, reply) {},
});
fastify.route({ method: 'POST', url: '/p', schema, handler });`,
      ['3 GET /', '4 GET /x/:id', '5 GET /o', '6 GET /r', '11 POST /p'],
    ],
    [
      `const fastify = require('fastify')();
fastify.register(async (instance) => {
  instance.get('/a', async () => 1);
  instance.register(function (inner, options, done) {
    inner.get('/b', b);
    inner.route({ method: 'PUT', path: '/c', handler: c });
    done();
  }, { prefix: '/deep' });
}, { prefix: '/v1' });
fastify.register(routes, { prefix: '/v2' });
async function routes(fastify, options) {
  fastify.get('/d', async () => 1);
}`,
      ['3 GET /v1/a', '6 PUT /v1/deep/c', '12 GET /v2/d'],
    ],
    [
      `import type { FastifyPluginAsync } from 'fastify';
const plugin: FastifyPluginAsync = async (it) => {
  it.withTypeProvider<Zod>().get('/typed', { schema }, handle);
};
export default plugin;`,
      ['3 GET /typed'],
    ],
  ],
  'Koa and Hono': [
    [
      `import Router from '@koa/router';
const router = new Router({ prefix: '/orders' });
router.get('list', '/', async (ctx) => {});
router.get('/:id', show);
router.del('/:id', remove);
app.use(router.routes());`,
      ['3 GET /orders', '4 GET /orders/:id', '5 DELETE /orders/:id'],
    ],
    [
      `const Router = require('koa-router');
const router = new Router();
const nested = new Router();
router.prefix('/api');
nested.get('/x', x);
router.use('/n', nested.routes(), nested.allowedMethods());`,
      ['5 GET /api/n/x'],
    ],
    [
      `import { Hono } from 'hono';
const books = new Hono<Env>().basePath('/books');
books.get('/:id', (c) => c.text('x'));
export const routes = new Hono()
  .get('/a', (c) => c.text('a'))
  .post('/b', validator('json', schema), async (c) => c.text('b'));
const all = new Hono();
all.route('/api', books);
all.on(['PUT', 'DELETE'], '/on', (c) => c.text('on'));
const typed = all.get('/typed', (c) => c.json({}));`,
      ['3 GET /api/books/:id', '5 GET /a', '6 POST /b', '9 PUT /on', '10 GET /typed'],
    ],
  ],
  Hapi: [
    [
      `const Hapi = require('@hapi/hapi');
const server = Hapi.server({ port: 3000 });
server.route({ method: 'GET', path: '/orders/{id}', handler: show });
server.route([
  { method: 'post', path: '/orders', options: { auth: false, handler: create } },
  {
    method: '*',
    path: '/{any*}',
    handler: () => 'x',
  },
]);`,
      ['3 GET /orders/{id}', '5 POST /orders', '6 GET /{any*}'],
    ],
    [
      `export default [
  { "method": "GET", "path": "/listed", "handler": () => 1 },
  { method: 'GET', path: '/no-handler' },
];`,
      ['2 GET /listed'],
    ],
  ],
  decorators: [
    [
      `import { Controller, Get, Post } from '@nestjs/common';
@Controller('orders')
export class OrdersController {
  @Get()
  list() {}

  @Get(':id')
  @UseGuards(Guard('(jwt)'))
  async show(@Param('id') id: string) {}

  @Post(['a', 'b'])
  create(@Body() body: Order) {}
}
@Controller({ path: 'users', version: '1' })
export class Users { @Get('all') all() {} }
@Controller()
export class Root { @Get('health') health() {} @Get(paths.x) x() {} }
@Controller(names.orders)
export class Named { @Get('y') y() {} }`,
      [
        '4 GET /orders',
        '7 GET /orders/:id',
        '11 POST /orders/a',
        '15 GET /users/all',
        '17 GET /health',
        '17 GET /…',
        '19 GET /…/y',
      ],
    ],
    [
      `import {get, post, del, param} from '@loopback/rest';
export class OrderController {
  @get('/orders/{id}', {
    responses: {'200': {description: 'Order'}},
  })
  async findById(@param.path.number('id') id: number) {}
  @del('/orders/{id}') async remove() {}
}`,
      ['3 GET /orders/{id}', '7 DELETE /orders/{id}'],
    ],
    [`class Form { @Get('x') x() {} }\napp.use(() => {});`, []],
  ],
  'no routes, though they look like some': [
    [`import axios from 'axios';\nconst { data } = await axios.get('/users', { params });`, []],
    [`cy.get('/x', () => {});\ncy.request('/y');`, []],
    [`const users = await api.get('/users', options);\nawait api.post('/users', user);`, []],
    [`export const load = () => api.get('/users', config);`, []],
    [`app.get('/users', { params: { a: 1 } }).then(done);`, []],
    [`import request from 'supertest';\nrequest(app).get('/x', () => {});`, []],
    [`import { test } from 'node:test';\napp.get('/x', (req, res) => {});`, []],
    [`describe('x', () => {\n  app.get('/x', (req, res) => {});\n});`, []],
    [`import { router } from '@inertiajs/react';\nrouter.post('/users', form);`, []],
    [`'use client';\nrouter.get('/x', () => {});`, []],
    [`const value = this.cache.get('/x', () => 1);\nmap.get('/y', z);`, []],
    [`const answer = await app.get('/x', headers);`, []],
    [`fetch('/x', { method: 'GET', handler: 1 });\nconst a = { method: 'POST', path: '/y' };`, []],
    [`nock('http://a').get('/x', () => true).reply(200);`, []],
  ],
};

for (const [what, cases] of Object.entries(table)) {
  describe(what, () => {
    cases.forEach(([text, routes]) => {
      test(text.split('\n').slice(0, 2).join(' ').slice(0, 70), () =>
        assert.deepEqual(routesOf(text), routes),
      );
    });
  });
}

const handler =
  'export async function GET(request: Request) {}\nexport const POST = async () => {};';
const nextFiles: [file: string, text: string, routes: string[]][] = [
  ['app/api/orders/route.ts', handler, ['1 GET /api/orders', '2 POST /api/orders']],
  ['src/app/(shop)/api/[id]/route.js', 'export { h as GET };', ['1 GET /api/[id]']],
  ['app/route.ts', 'export function GET() {}', ['1 GET /']],
  ['app/files/[...path]/route.ts', 'export function GET() {}', ['1 GET /files/[...path]']],
  ['app/api/orders/page.tsx', handler, []],
  ['pages/api/orders/index.ts', 'export default function handler() {}', ['1 GET /api/orders']],
  [
    'src/pages/api/orders/[id].ts',
    `// x\nconst handler = (req, res) => {\n  if (req.method !== 'POST') return;\n};\nexport default handler;`,
    ['5 POST /api/orders/[id]'],
  ],
  ['pages/orders.tsx', 'export default function Page() {}', []],
];

for (const [file, text, routes] of nextFiles) {
  test(`Next.js: ${file}`, () => assert.deepEqual(routesOf(text, `/w/${file}`, file), routes));
}

test('leaves files of tests and of packages alone', () => {
  const text = `import express from 'express';\nconst app = express();\napp.get('/x', h);`;
  assert.equal(routesOf(text).length, 1);
  for (const path of ['/w/a.test.ts', '/w/__tests__/a.js', '/w/node_modules/a/b.js', '/w/a.d.ts']) {
    assert.deepEqual(routesOf(text, path), [], path);
  }
});

test('reads broken and cut text without an error, and no file that nobody wrote', () => {
  const whole = Object.values(table)
    .flat()
    .map(([text]) => text)
    .filter((text) => !/supertest|node:test|describe|use client|inertia/.test(text))
    .join('\n');
  assert.ok(routesOf(whole).length > 20);
  for (let end = 0; end < whole.length; end += 7) routesOf(whole.slice(0, end));
  assert.deepEqual(routesOf(whole.padEnd(1_000_001)), []);
});

test('reads what would never end: chains, brackets that nobody closed, one long word', () => {
  const chain = `import { Hono } from "hono";\nexport default new Hono()${`\n  .get('/x', (c) => c.json({ a: [1, 2, 3] }))`.repeat(500)};`;
  const open = `import express from 'express';\n${"app.get('/x', (".repeat(2_000)}`;
  const word = `import express from 'express';\nconst ${'a'.repeat(500_000)}`;
  const spaces = `const a = { method:${' '.repeat(500_000)}x };`;
  for (const [text, count] of [
    [chain, 500],
    [open, 1],
    [word, 0],
    [spaces, 0],
  ] as const) {
    assert.equal(routesOf(text).length, count, text.slice(0, 60));
  }
});

test('names the handler as a profile does', () => {
  const text = `import { Controller, Get } from '@nestjs/common';
@Controller('a')
class A {
  @Get('b')
  @Header('x', 'y')
  async show() {}
}
app.get('/c', orders.list);
app.get('/d', (req, res) => {
});`;
  const found = findRoutes(text, '/w/a.ts', null);
  assert.deepEqual(
    found.map(({ handler, line, endLine }) => [handler, line, endLine]),
    [
      ['show', 4, 6],
      ['list', 8, 8],
      ['GET /d', 9, 10],
    ],
  );
});
