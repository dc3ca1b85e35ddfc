/**
 * One of three servers for measuring what a profiler costs, by its name as the argument: `hello`,
 * `json` or `cpu`. Writes `PID PORT` into the file that READY_FILE names when it listens.
 */
const http = require('node:http');
const { renameSync, writeFileSync } = require('node:fs');

const handlers = { hello, json, cpu };
const handle = handlers[process.argv[2]];
const readyFile = process.env.READY_FILE;

const server = http.createServer(handle);
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  // Whole when it is there.
  writeFileSync(`${readyFile}.part`, `${process.pid} ${server.address().port}`);
  renameSync(`${readyFile}.part`, readyFile);
});

function hello(_request, response) {
  response.setHeader('content-type', 'text/plain');
  response.end('hello world');
}

/** An API as they are written: steps in a row, each calling the next, records that become JSON. */
function json(request, response) {
  const context = { request, response, query: null, user: null, body: null };
  const run = (at) => steps[at] && steps[at](context, () => run(at + 1));
  run(0);
}

const orders = Array.from({ length: 500 }, (_, id) => ({
  id,
  customer: `customer ${id % 40}`,
  placed: new Date(1_700_000_000_000 + id * 86_400_000).toISOString(),
  items: Array.from({ length: 1 + (id % 5) }, (_item, at) => ({
    sku: `part-${(id * 7 + at) % 90}`,
    count: 1 + ((id + at) % 4),
    price: 199 + ((id * 31 + at * 17) % 900),
  })),
}));
let asked = 0;
const steps = [parseQuery, findUser, listOrders, sendJson];

function parseQuery(context, next) {
  const { searchParams } = new URL(context.request.url, 'http://localhost');
  const customer = searchParams.get('customer') ?? `customer ${asked++ % 40}`;
  context.query = { customer, limit: Number(searchParams.get('limit') ?? 10) };
  next();
}

function findUser(context, next) {
  const token = context.request.headers.authorization ?? 'Bearer anonymous';
  context.user = { name: token.replace(/^Bearer\s+/, '').toLowerCase(), roles: ['reader'] };
  next();
}

function listOrders(context, next) {
  const { customer, limit } = context.query;
  const found = orders
    .filter((order) => order.customer === customer)
    .map(({ items, ...order }) => ({
      ...order,
      items,
      total: items.reduce((sum, { count, price }) => sum + count * price, 0),
    }))
    .sort((a, b) => b.total - a.total)
    .slice(0, limit);
  context.body = { user: context.user, count: found.length, orders: found };
  next();
}

function sendJson({ response, body }) {
  const text = JSON.stringify(body);
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-length', Buffer.byteLength(text));
  response.end(text);
}

const text = 'it was the best of times it was the worst of times it was the age of wisdom '.repeat(
  40,
);

/** Some milliseconds of JavaScript: words are counted, sorted and hashed, numbers are multiplied. */
function cpu(_request, response) {
  response.end(String(hashWords(rankWords(countWords(text))) + multiply(48)));
}

function countWords(words) {
  const counts = new Map();
  for (const word of words.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function rankWords(counts) {
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([word]) => word);
}

function hashWords(words) {
  let hash = 17;
  for (let round = 0; round < 400; round++) {
    for (const word of words) {
      for (let at = 0; at < word.length; at++)
        hash = ((hash << 5) - hash + word.charCodeAt(at)) | 0;
    }
  }
  return hash;
}

function multiply(size) {
  const row = (at) => Array.from({ length: size }, (_, column) => ((at * column) % 7) + 0.5);
  const left = Array.from({ length: size }, (_, at) => row(at));
  const right = Array.from({ length: size }, (_, at) => row(at + 3));
  let sum = 0;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      let cell = 0;
      for (let k = 0; k < size; k++) cell += left[i][k] * right[k][j];
      sum += cell;
    }
  }
  return Math.round(sum);
}
