const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');
const { perRequest, sumOfDistances } = require('./callers');
const { neverSettles } = require('./deopts');
const { distance } = require('./distance');
const { tooLarge } = require('./generated');
const { readsManyShapes } = require('./shapes');
const { settles, stopsInMaglev, stopsLowInIgnition, stopsLowInSparkplug } = require('./tiers');

/**
 * What V8 does with functions, one kind each: its tiers, its limits and its failures. With
 * STATUS_FILE set, V8's own word for each function is appended to that file ten times a second, as
 * a line of JSON.
 */

const values = Array.from({ length: 1_000 }, (_, i) => (i * 7919) & 1023);
const rules = path.join(__dirname, 'rules.js');
const rulesText = fs.readFileSync(rules, 'utf8');
let requests = 0;

/** Rules that are read anew for each request: V8 has never seen this text before. */
function applyRules() {
  const script = new vm.Script(`${rulesText}\n// ${requests}`, { filename: rules });
  return script.runInThisContext()(values);
}

/** Called through one line, of which V8 inlines none: they are too many. */
const works = {
  stopsLowInIgnition,
  stopsLowInSparkplug,
  stopsInMaglev,
  settles,
  neverSettles,
  readsManyShapes,
  sumOfDistances,
  perRequest,
  tooLarge,
  applyRules,
};
/** What is quick runs often, so that each has a share that counts. */
const times = {
  stopsLowInIgnition: 30,
  stopsLowInSparkplug: 32,
  stopsInMaglev: 40,
  settles: 160,
  neverSettles: 300,
  readsManyShapes: 1600,
  sumOfDistances: 160,
  perRequest: 60,
  tooLarge: 3,
  applyRules: 13,
};
const all = Object.entries(works).flatMap(([name, work]) => Array(times[name] ?? 1).fill(work));

const server = http.createServer((request, response) => {
  requests++;
  let result = 0;
  for (const work of all) result += work(values);
  response.setHeader('content-type', 'text/plain');
  response.end(String(result));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

if (process.env.STATUS_FILE) {
  v8.setFlagsFromString('--allow-natives-syntax');
  const statusOf = new Function('fn', 'return %GetOptimizationStatus(fn)');
  setInterval(() => {
    const status = Object.entries({ ...works, distance }).map(([name, fn]) => [name, statusOf(fn)]);
    const atNs = String(process.hrtime.bigint());
    const line = { atNs, requests, status: Object.fromEntries(status) };
    fs.appendFileSync(process.env.STATUS_FILE, `${JSON.stringify(line)}\n`);
  }, 100).unref();
}

setTimeout(() => process.exit(0), 300_000).unref();
