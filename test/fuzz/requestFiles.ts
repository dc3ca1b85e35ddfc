import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRequestFile } from '../../src/engine/requests/requestFile.ts';
import {
  listScenarios,
  readScenario,
  ScenarioError,
} from '../../src/engine/requests/scenarioFile.ts';
import { SourceError } from '../../src/engine/requests/jsonSource.ts';
import { mutateJson, mutateText } from './mutate.ts';
import type { FuzzSubject } from './runFuzz.ts';

const scenarioFile = `{
  // What a customer does.
  "$schema": "./hotframe.schema.json",
  "scenarios": {
    "customer": {
      "description": "logs in",
      "launch": ["node", "server.js"],
      "cwd": "app", "env": { "MODE": "test" },
      "connections": 20, "duration": 15, "warmup": 2, "rate": 100, "pipelining": 1, "timeout": 10,
      "setup": [
        { "path": "/login", "body": { "user": "ann", "password": "\${env:SECRET}" }, "capture": { "token": "/data/0/token" } },
      ],
      "headers": { "authorization": "Bearer {{token}}" },
      "requests": [
        { "path": "/orders?id={{token}}", "weight": 3 },
        { "method": "POST", "path": "/orders", "bodyFile": "order.json" },
      ],
    },
    "recorded": { "har": "recorded.har" },
    "written": { "http": "requests.http" },
    "described": { "openapi": "api.json", "operations": ["GET /orders/{id}", "addOrder"] },
    "yaml": { "openapi": "api.yaml" },
  },
}
`;

const har = {
  log: {
    version: '1.2',
    entries: [
      {
        request: {
          method: 'POST',
          url: 'https://shop.example/orders?a=1',
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          postData: { mimeType: 'application/json', text: '{"total":3}' },
        },
      },
      { request: { method: 'GET', url: 'http://127.0.0.1:3000/orders', headers: [] } },
    ],
  },
};

const http = `@host = http://localhost:3000
@id = 7
### one order
# @name order
GET {{host}}/orders/{{id}} HTTP/1.1
Accept: application/json

### add
POST {{host}}/orders
Content-Type: application/json
Authorization: Bearer {{$processEnv SECRET}}

< ./order.json

###
PUT /orders/{{id}}

{ "total": 4 }
`;

const schema = { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } };
const openApi = {
  openapi: '3.0.3',
  info: { title: 'shop', version: '1' },
  servers: [{ url: 'https://shop.example/api' }],
  components: {
    schemas: { Order: { allOf: [schema, { $ref: '#/components/schemas/Part' }] }, Part: schema },
    parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
  },
  paths: {
    '/orders/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: { operationId: 'oneOrder', responses: { 200: { description: 'an order' } } },
    },
    '/orders': {
      post: {
        operationId: 'addOrder',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
        },
      },
    },
  },
};

const yaml = `openapi: 3.1.0
info: &info { title: shop, version: "1" }
paths:
  /orders:
    get:
      parameters:
        - { name: page, in: query, required: true, schema: { type: integer, minimum: 1 } }
    post:
      requestBody:
        content:
          application/json:
            example: { total: 3, lines: [] }
`;

/** Each file with its text, and as plain data where it is JSON without comments. */
const files: Record<string, { text: string; data?: unknown }> = {
  '.vscode/hotframe.json': { text: scenarioFile },
  'recorded.har': { text: JSON.stringify(har, null, 1), data: har },
  'requests.http': { text: http },
  'api.json': { text: JSON.stringify(openApi, null, 1), data: openApi },
  'api.yaml': { text: yaml },
  'order.json': { text: '{"total":3}' },
};
const scenarios = ['customer', 'recorded', 'written', 'described', 'yaml'];
const environment = { SECRET: 'open-sesame' };

/** Scenario files, and the recordings and documents that they name. */
export const requestFiles: FuzzSubject = {
  name: 'scenario and request files',
  prepare() {
    const folder = mkdtempSync(join(tmpdir(), 'hotframe-fuzz-'));
    mkdirSync(join(folder, '.vscode'));
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    for (const [name, { text }] of Object.entries(files)) write(name, text);
    return {
      async try(random) {
        const name = random.pick(Object.keys(files));
        const { text, data } = files[name]!;
        const asData = data !== undefined && random.chance(0.5);
        const broken = asData ? JSON.stringify(mutateJson(data, random)) : mutateText(text, random);
        // A sentence may quote the file, and must not seem to speak of a number that went wrong.
        write(name, broken.replaceAll('NaN', 'Nun'));
        try {
          await Promise.resolve();
          if (name === '.vscode/hotframe.json') {
            for (const { name: found } of listScenarios(folder, environment)) {
              readScenario(folder, found, environment);
            }
          } else {
            for (const each of scenarios) readScenario(folder, each, environment);
            readRequestFile(join(folder, name), { environment, captured: new Set() });
          }
        } catch (error) {
          const isTold = error instanceof ScenarioError || error instanceof SourceError;
          throw isTold ? new Error(error.message) : error;
        } finally {
          write(name, text);
        }
      },
      end() {
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};
