import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transformSync } from 'esbuild';
import { givenName, routeOfHandler } from '../../src/analysis/routes/givenName.ts';
import { maskCode } from '../../src/analysis/text/maskCode.ts';
import { ScriptPositions } from '../../src/analysis/source/scriptPositions.ts';
import { functionName } from '../../src/analysis/merge/functionResolver.ts';
import { loadSourceMap } from '../../src/analysis/source/sourceMap.ts';

/** `§` stands where V8 begins the function. */
function at(marked: string): { source: { text: string; code: string }; start: number } {
  const start = marked.indexOf('§');
  assert.ok(start >= 0 && marked.lastIndexOf('§') === start, `one mark in ${marked}`);
  const text = marked.replace('§', '');
  return { source: { text, code: maskCode(text) }, start };
}

function nameOf(marked: string): string {
  const { source, start } = at(marked);
  return givenName(source, start, (_, word) => word) ?? '(anonymous)';
}

const table: Record<string, [text: string, name: string][]> = {
  'a route of Express, Koa or Hono': [
    [`app.get('/invoices/:id', §(req, res) => {})`, 'GET /invoices/:id'],
    [`app.post("/x", auth, §async (req, res) => {})`, 'POST /x'],
    [`app.get('/x', function a() { if (b) { c(') }') } }, function §(req, res) {})`, 'GET /x'],
    [`app.get('/x', [auth, async function* §(req, res) {}])`, 'GET /x'],
    [
      `app\n  .get('/a', first) // the 'first'\n  .get(\n    '/b', /* (x */\n    §(c) => c)`,
      'GET /b',
    ],
    [`router.route('/x').all(check).put(§(req, res) => {})`, 'PUT /x'],
    [`express.Router().delete('/x/' + id, §(req, res) => {})`, 'DELETE /x/…'],
    ['this.app.get(`${prefix}/x`, §(req, res) => {})', 'GET …/x'],
    [`app.get(/^\\/v1\\/(a|b)$/, §(req, res) => {})`, 'GET /^\\/v1\\/(a|b)$/'],
    [`app.get(['/a', '/b'], §(req, res) => {})`, 'GET /a, /b'],
    [`router.get('list', '/x', §async ctx => {})`, 'GET /x'],
    [`app.all('*', §(req, res) => {})`, 'ALL *'],
    [`app.on(['get', 'PUT'], '/x', §(c) => c)`, 'GET|PUT /x'],
    [`app.use('/x', §(req, res, next) => next())`, 'use /x'],
    [`app.use(§(req, res, next) => next())`, 'use callback'],
    [`app?.get('/x', §(req, res) => {})`, 'GET /x'],
    [`app.get('/x', wrap(§async (req, res) => {}))`, 'GET /x wrap callback'],
    [`app.get('/x', checks.map(§(check) => check()))`, 'map callback'],
    [`app.get<Params, Body>('/x', §(req, res) => {})`, 'GET /x'],
  ],
  'a name that esbuild or tsx keeps': [
    [`const limit = /* @__PURE__ */ __name(§(n) => n, "limit");`, 'limit'],
    [`const a = __name2(async function §(n) { return [n, ')'] }, "load all")`, 'load all'],
    [`const limit = __name((n) => §() => n, "limit");`, 'returned by limit'],
    [`__name(§(n) => n)`, '__name callback'],
    [
      `var r=Object.defineProperty;var n=(t,e)=>r(t,"name",{value:e,configurable:!0});const b=n(§t=>t,"limit")`,
      'limit',
    ],
    [`const b=n(§t=>t,"limit")`, 'n callback'],
  ],
  'no route, though it looks like one': [
    [`axios.get('/x', §(e) => e)`, 'get callback'],
    [`redisClient.get('/x', §(error, value) => value)`, 'get callback'],
    [`this.cache.get('/x', §() => 1)`, 'get callback'],
    [`http.get('http://a/b', §(res) => {})`, 'get callback'],
    [`app.get(paths.list, §(req, res) => {})`, 'get callback'],
    [`get('/x', §(req, res) => {})`, 'get callback'],
  ],
  'a callback': [
    [`lines.map(§(line) => line)`, 'map callback'],
    [`lines\n  .filter(Boolean)\n  .map(§line => line)`, 'map callback'],
    [`Array.from({ length: 3 }, §(_, at) => at)`, 'from callback'],
    [`setTimeout(§() => {}, 5)`, 'setTimeout callback'],
    [`await new Promise(§(resolve) => resolve())`, 'new Promise executor'],
    [`new Worker(§() => {})`, 'new Worker callback'],
    [`fetchIt().then(§(r) => r)`, 'then callback'],
    [`'a-b'.replace(/-/g, §(m) => m)`, 'replace callback'],
    [`queue[0].push(§() => {})`, 'push callback'],
    [`http.createServer(§async (req, res) => {})`, 'createServer callback'],
    [`server.on('request', §(req, res) => {})`, 'request listener'],
    [`fastify.addHook('onRequest', §async (req) => {})`, 'onRequest hook'],
    [`(0, limit_1.default)(§async () => {})`, 'limit callback'],
    [`(0, util_1.retry)(§async () => {})`, 'retry callback'],
    [`Promise.all([one, two].map(§async (each) => each))`, 'map callback'],
    [`series([first, §() => {}])`, 'series callback'],
    ['render(`<p>${items.map(§(item) => item)}</p>`)', 'map callback'],
    ["tag(`a ${'}'} (`, §() => {})", 'tag callback'],
    [`outer((§() => {}))`, 'outer callback'],
    [`this.#queue.add(§() => {})`, 'add callback'],
  ],
  'what it is assigned to or returned by': [
    [`totals = §() => 1`, 'totals'],
    [`cache.load ??= async function §() {}`, 'load'],
    [`const limit = (max) => §(req, res, next) => next()`, 'returned by limit'],
    [`function auth(role) {\n  return §(req, res, next) => {\n  }\n}`, 'returned by auth'],
    [`function auth(role) { if (role) { return function §() {} } }`, 'returned by auth'],
    [`class A { guard(a, b) { return §() => {} } }`, 'returned by guard'],
    [`const o = { make: (x) => §() => x }`, 'returned by make'],
    [`const f = (a) => (b) => §(c) => a`, 'returned by f'],
    [`app.use('/x', (req) => { return §() => {} })`, 'returned by use /x'],
    [`const load = () => __awaiter(this, void 0, void 0, function* §() {})`, 'load'],
    [`app.get('/x', (a, b) => __async(void 0, null, function* §() {}))`, 'GET /x'],
    [`function load() { return __awaiter(this, void 0, void 0, function* §() {}); }`, 'load'],
  ],
  'a function that is called where it stands': [
    [`(§() => {})()`, '(iife)'],
    [`x();\n(function §() { a(')') })();`, '(iife)'],
    [`(function §() {}())`, '(iife)'],
    [`!function §() {}()`, '(iife)'],
    [`(function §() {}).call(this)`, '(iife)'],
    [`const x = await (§async () => {})()`, '(iife)'],
  ],
  'nothing where the text does not say': [
    [`const f = a ? §() => 1 : null`, '(anonymous)'],
    [`handlers[name] = §() => 1`, '(anonymous)'],
    [`const list = [§() => 1, b]`, '(anonymous)'],
    [`a == §() => 1`, '(anonymous)'],
    [`x || §(() => 1)`, '(anonymous)'],
    [`make()(§() => 1)`, 'make callback'],
    [`(a || b)(§() => 1)`, '(anonymous)'],
    [`§() => 1`, '(anonymous)'],
    [`)))]}((( , §() => 1`, '(anonymous)'],
    [`"unclosed ( §() => 1`, '(anonymous)'],
  ],
};

for (const [what, cases] of Object.entries(table)) {
  describe(`names a function after ${what}`, () => {
    for (const [text, name] of cases) {
      test(text.replace(/\s+/g, ' '), () => assert.equal(nameOf(text), name));
    }
  });
}

const handlers: [text: string, route: string | null][] = [
  [`fastify.route({ method: 'GET', url: '/x', handler: §async (req) => {} })`, 'GET /x'],
  [
    `server.route({ handler: function §(req) {}, path: '/x', method: ['get', 'post'] })`,
    'GET|POST /x',
  ],
  [
    `server.route([{ method: '*', path: '/a', handler: b }, { 'method': "PUT", path: '/x', handler§(req) {} }])`,
    'PUT /x',
  ],
  [`fastify.get('/x', { schema, handler: §(req) => {} })`, 'GET /x'],
  [`fastify.route({ method, url: '/x', handler: §(req) => {} })`, null],
  [`const config = { method: 'GET', url: '/x', handler: §(req) => {} }`, null],
];
for (const [text, route] of handlers) {
  test(`finds the route of a handler in its object: ${text}`, () => {
    const { source, start } = at(text);
    assert.equal(routeOfHandler(source, start), route);
  });
}

test('keeps hostile text of a route on one line, short and without control characters', () => {
  const name = nameOf(
    `app.get('/\u001b[31m<img onerror=alert(1)>\u202e${'x'.repeat(500)}', §() => {})`,
  );
  assert.match(name, /^GET \/ ?\[31m<img onerror=alert\(1\)> ?x+…$/);
  assert.ok(name.length < 100);
});

test('names by the words of the source what a minifier renamed', async () => {
  const source = `
    export function install(router, retryTwice, axios) {
      const limitBodies = (max) => (request) => request.size < max;
      router.get('/x', (request) => retryTwice(() => request.go()));
      axios.get('/y', () => limitBodies(5));
    }`;
  const { code, map } = transformSync(source, {
    minify: true,
    sourcemap: 'external',
    format: 'esm',
  });
  const files = { read: () => Promise.resolve(map), exists: () => false, changedMs: () => null };
  const text = `${code}//# sourceMappingURL=a.js.map`;
  const loaded = await loadSourceMap('/app/a.js', text, files);
  assert.ok(loaded && typeof loaded !== 'string');
  const script = new ScriptPositions('/app/a.js', text, loaded, [], files);
  const original = (offset: number, word: string) => script.originalWord(offset, word);
  const starts = [...code.matchAll(/(?:\w+|\(\))=>/g)].map(({ index }) => index);
  assert.deepEqual(
    starts.map((start) => givenName(script.source, start, original)),
    ['limitBodies', 'returned by limitBodies', 'GET /x', 'retryTwice callback', 'get callback'],
  );
});

test('looks no further back than some thousand characters, however large the text', () => {
  const between = (count: number) => `first({}, ${"work(')'), ".repeat(count)}§() => {})`;
  assert.equal(nameOf(between(100)), 'first callback');
  assert.equal(nameOf(between(100_000)), '(anonymous)');
  const far = `${'call(() => { work(")") });\n'.repeat(100_000)}last(§() => {})`;
  assert.equal(nameOf(far), 'last callback');
});

test('keeps the name of what esbuild compiles, with the source map that leads elsewhere', async () => {
  const source = 'export const limit = async (items: number[]) => items.length;\n';
  const { code } = transformSync(source, { loader: 'ts', keepNames: true, sourcemap: 'inline' });
  const files = { read: () => Promise.resolve(null), exists: () => false, changedMs: () => null };
  const map = await loadSourceMap('/app/limit.ts', code, files);
  assert.ok(map !== null && typeof map !== 'string');
  const script = new ScriptPositions('/app/limit.ts', code, map, [], files);
  assert.equal(functionName(script, code.indexOf('async ('), ''), 'limit');
});
