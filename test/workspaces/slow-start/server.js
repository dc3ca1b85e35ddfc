const http = require('node:http');
const { warmTables } = require('./warmTables');

/** Computes for three seconds, or so many milliseconds as its argument says, before it listens; under load something else is hot. */

const table = warmTables(Number(process.argv[2] ?? 3_000));

function slug(title) {
  return title.replaceAll(/[^a-z0-9]+/gi, '-'); // hot
}

const titles = Array.from({ length: 4_000 }, (_, n) => `Chapter ${n}: how it began & how it ended`);
const server = http.createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ primes: table.length, last: titles.map(slug).pop() }));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
