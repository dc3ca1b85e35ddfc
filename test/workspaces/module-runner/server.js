const http = require('node:http');
const fs = require('node:fs');
const path = require('node:path');

/** As development servers do: a module is evaluated from its text, and named at the end of it. */
function load(file) {
  const text = fs.readFileSync(file, 'utf8');
  const run = (0, eval)(`(function (exports) {${text}\n})\n//# sourceURL=${file}`);
  const exported = {};
  run(exported);
  return exported;
}

const { slugs } = load(path.join(__dirname, 'slugs.js'));

const server = http.createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ length: slugs().length }));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
