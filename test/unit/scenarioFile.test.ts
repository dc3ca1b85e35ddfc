import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import {
  findScenarioFolder,
  listScenarios,
  readScenario,
  ScenarioError,
} from '../../src/engine/requests/scenarioFile.ts';
import { scenarioStarter } from '../../src/host/load/scenarioStarter.ts';
import { problemText } from '../../src/shared/scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'scenario-file-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, '.vscode'));
mkdirSync(join(folder, 'deep/down'), { recursive: true });
writeFileSync(join(folder, 'order.json'), '{"id":1}');
writeFileSync(join(folder, 'shop.http'), 'GET http://localhost/from/http?a=b c\n');

const environment = { PASSWORD: 'pa"ss' };

function write(text: string): void {
  writeFileSync(join(folder, '.vscode/hotframe.json'), text);
}

function problemWith(text: string): string {
  write(text);
  try {
    for (const { name } of listScenarios(folder, environment)) {
      readScenario(folder, name, environment);
    }
  } catch (error) {
    assert.ok(error instanceof ScenarioError, String(error));
    return problemText(error.problem, folder);
  }
  return 'none';
}

const one = (inside: string) => `{ "scenarios": { "a": { ${inside} } } }`;

test('reads a scenario with all that it may have', () => {
  write(`{
    // comments, and trailing commas
    "$schema": "x",
    "scenarios": {
      "a": {
        "description": "all",
        "launch": ["node", "server.js"], "cwd": "deep", "env": { "P": "\${env:PASSWORD}" },
        "url": "http://localhost:3001",
        "connections": 3, "duration": 1.5, "warmup": 0, "rate": 10, "pipelining": 2, "timeout": 4,
        "headers": { "authorization": "Bearer {{token}}", "X-A": "all" },
        "setup": [{ "path": "/login", "body": { "p": "\${env:PASSWORD}" }, "capture": { "token": "/t" } }],
        "requests": [
          { "path": "/é/{{ token }}?q=x y", "headers": { "x-a": "own" }, "weight": 2 },
          { "path": "/orders", "bodyFile": "order.json" },
        ],
        "http": "shop.http",
      },
    },
  }`);
  const scenario = readScenario(folder, 'a', environment);
  assert.deepEqual(scenario, {
    name: 'a',
    launch: {
      kind: 'command',
      command: ['node', 'server.js'],
      cwd: join(folder, 'deep'),
      env: { P: 'pa"ss' },
    },
    load: {
      connections: 3,
      durationS: 1.5,
      warmupS: 0,
      rate: 10,
      pipelining: 2,
      timeoutS: 4,
      url: 'http://localhost:3001',
      headers: { authorization: 'Bearer {{token}}', 'X-A': 'all' },
      setup: [
        {
          method: 'POST',
          path: '/login',
          headers: { 'content-type': 'application/json' },
          body: '{"p":"pa\\"ss"}',
          capture: { token: '/t' },
        },
      ],
      requests: [
        {
          method: 'GET',
          path: '/%c3%a9/{{token}}?q=x%20y',
          headers: { authorization: 'Bearer {{token}}', 'x-a': 'own' },
          weight: 2,
        },
        {
          method: 'POST',
          path: '/orders',
          headers: { authorization: 'Bearer {{token}}', 'X-A': 'all' },
          body: '{"id":1}',
        },
        {
          method: 'GET',
          path: '/from/http?a=b%20c',
          headers: { authorization: 'Bearer {{token}}', 'X-A': 'all' },
        },
      ],
    },
  });
  assert.equal(readScenario(folder, 'b', environment), null);
  assert.equal(findScenarioFolder(join(folder, 'deep/down')), folder);
});

test('says in one sentence what is wrong with a scenario file, and where', () => {
  const at = (line: number, column: number, words: string) =>
    `.vscode/hotframe.json, line ${line}, column ${column}: ${words}`;
  const wrong: [text: string, words: string][] = [
    ['', at(1, 1, 'a value is missing here.')],
    ['{', at(1, 2, 'a } is missing here.')],
    ['{\n  "scenarios": { "a" {} }\n}', at(2, 22, 'a colon is missing before this.')],
    ['[]', at(1, 1, 'the file must be an object in { }.')],
    ['{}', at(1, 1, '“scenarios” is missing: an object of scenarios by name.')],
    [
      one('"requests": [{ "path": "/" }], "durration": 1'),
      'durration” is not known in the scenario “a”',
    ],
    [one('"requests": [{ "path": "/" }], "duration": "1"'), 'must be a number from 1 to 3600.'],
    [one('"requests": [{ "path": "orders" }]'), 'a path begins with a slash'],
    [one('"requests": [{ "path": "/", "path": "/a" }]'), '“path” is there twice.'],
    [one('"requests": [{ "path": "/", "method": "CONNECT" }]'), 'the method must be one of HTTP'],
    [
      one('"requests": [{ "path": "/", "headers": { "a b": "secret" } }]'),
      'a b is not a header that HTTP allows.',
    ],
    [one('"requests": [{ "path": "/", "body": "a", "bodyFile": "b" }]'), 'not both.'],
    [
      one('"requests": [{ "path": "/", "bodyFile": "gone" }]'),
      "gone can't be read: there is no such file.",
    ],
    [
      one('"requests": [{ "path": "/{{token}}" }]'),
      '{{token}} is not known: no setup request before captures it.',
    ],
    [one('"requests": [{ "path": "/${env:NONE}" }]'), 'the environment has no variable NONE.'],
    [one('"requests": []'), 'the scenario “a” sends nothing'],
    [
      one('"launch": "npm start", "cwd": "x", "requests": [{ "path": "/" }]'),
      'belong to a launch that is a list of words.',
    ],
    [one('"launch": [], "requests": [{ "path": "/" }]'), 'the launch has no words'],
    [
      one('"setup": [{ "path": "/", "capture": { "t": "token" } }], "requests": [{ "path": "/" }]'),
      'begins with a slash, as in /data/token.',
    ],
    [one('"har": "shop.http"'), 'shop.http is not a file for “har”.'],
    ['['.repeat(100_000), 'it is nested too deeply to be read.'],
  ];
  for (const [text, words] of wrong) {
    const said = problemWith(text);
    assert.ok(said.includes(words), `${text.slice(0, 80)}: ${said}`);
    assert.ok(!said.includes('\n') && !said.includes('secret'), said);
  }
});

test('answers a thousand damaged scenario files with a sentence or a scenario', () => {
  const whole = one(
    '"setup": [{ "path": "/l", "body": { "a": [1, "b"] }, "capture": { "t": "/t" } }], // c\n"requests": [{ "path": "/{{t}}", "weight": 2, "headers": { "a": "b" } }]',
  );
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const parts = [
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    '//',
    '/*',
    '{{',
    '${env:',
    '\\u',
    '1e999',
    'null',
    '\u0000',
  ];
  for (let round = 0; round < 1_000; round++) {
    const at = random(whole.length);
    const damaged = whole.slice(0, at) + parts[random(parts.length)] + whole.slice(at + random(5));
    assert.doesNotMatch(problemWith(damaged), /undefined|TypeError|\[object/);
  }
});

interface Schema {
  properties?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
}

test('the schema knows the same names as the reader', () => {
  const schema = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../../media/hotframe.schema.json'), 'utf8'),
  ) as Schema;
  const known = (text: string) =>
    /it may have (.*)\.$/.exec(problemWith(text))![1]!.split(', ').sort();
  const names = (definition: string) =>
    Object.keys(schema.definitions![definition]!.properties!).sort();
  assert.deepEqual(names('scenario'), known(one('"?": 1')));
  assert.deepEqual(names('request'), known(one('"requests": [{ "?": 1 }]')));
  assert.deepEqual(names('setupRequest'), known(one('"setup": [{ "?": 1 }]')));
});

test('writes a starter that can be read, without what says who asks', () => {
  const text = scenarioStarter({
    launch: { label: 'npm run start', isTyped: false, command: ['x'] },
    requests: [
      { method: 'GET', path: '/a', headers: {} },
      {
        method: 'POST',
        path: '/b',
        headers: {
          Authorization: 'Bearer secret',
          Cookie: 'secret',
          'content-type': 'application/json',
        },
        body: '{"deep":{"list":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]}}',
      },
    ],
    connections: 10,
    durationS: 5,
    warmupS: 2,
  });
  assert.equal(problemWith(text), 'none');
  assert.ok(!text.includes('secret'));
  const { launch, load } = readScenario(folder, 'main', environment)!;
  assert.deepEqual(launch, { kind: 'named', name: 'npm run start' });
  assert.deepEqual(
    load.requests.map(({ method, path }) => `${method} ${path}`),
    ['GET /a', 'POST /b'],
  );
});
