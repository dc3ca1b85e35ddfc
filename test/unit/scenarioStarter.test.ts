import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scenarioStarter, type StarterOptions } from '../../src/host/load/scenarioStarter.ts';
import type { LoadRequest } from '../../src/shared/runOptions.ts';

const options: StarterOptions = {
  launch: null,
  requests: [],
  connections: 10,
  durationS: 5,
  warmupS: 2,
};

/** What the starter has between the brackets of its requests. */
function requestsIn(...requests: LoadRequest[]): string {
  const text = scenarioStarter({ ...options, requests });
  return /"requests": \[\n(.*)\n {6}\]/s.exec(text)?.[1] ?? text;
}

const get = (path: string): LoadRequest => ({ method: 'GET', path, headers: {} });
const post = (body: string, headers = {}): LoadRequest => {
  return { method: 'POST', path: '/', headers, body };
};

test('a starter has one request to begin with where none is known', () => {
  assert.equal(requestsIn(), '        { "path": "/" }');
});

test('a short request takes a line, and only what differs from a plain GET is said', () => {
  assert.equal(
    requestsIn(get('/a'), post('a=1')),
    '        { "path": "/a" },\n        { "method": "POST", "path": "/", "body": "a=1" }',
  );
  assert.equal(requestsIn(post('')), '        { "method": "POST", "path": "/" }');
});

test('a long request takes a line for each of its parts', () => {
  const longest = '/'.padEnd(64, 'x');
  assert.equal(requestsIn(get(longest)), `        { "path": "${longest}" }`);
  assert.equal(
    requestsIn(get(`${longest}x`)),
    `        {\n          "path": "${longest}x"\n        }`,
  );
});

test('a body of JSON is written as JSON, and any other as a text', () => {
  assert.match(requestsIn(post('{"id":1}')), /"body": \{ "id": 1 \}/);
  assert.match(requestsIn(post('null')), /"body": "null"/);
  assert.match(requestsIn(post('7')), /"body": "7"/);
});

test('headers are kept that say nothing of who asks', () => {
  const kept = { Accept: 'text/html', 'accept-language': 'de', 'User-Agent': 'x' };
  const headers = { ...kept, 'content-type': 'text/csv', 'x-accept': 'ann', cookie: 'a=1' };
  assert.deepEqual(JSON.parse(requestsIn(post('a', headers))), {
    method: 'POST',
    path: '/',
    headers: { ...kept, 'content-type': 'text/csv' },
    body: 'a',
  });
});

test('a command that was typed is written in full, and one with a name by its name', () => {
  const launch = { label: 'start', isTyped: false, command: ['node', 'a.js'] };
  const launchOf = (isTyped: boolean) =>
    /\n {6}"launch": (.*),\n/.exec(scenarioStarter({ ...options, launch: { ...launch, isTyped } }));
  assert.equal(launchOf(false)?.[1], '"start"');
  assert.equal(launchOf(true)?.[1], '["node","a.js"]');
});
