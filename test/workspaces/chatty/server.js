const http = require('node:http');

/** Prints some megabytes a second, as with a logger at its finest level. */

const line = `${'debug: the cart has 3 items, '.repeat(8)}\n`;

function words(names) {
  return names.flatMap((name) => name.split(' ')); // hot
}

const names = Array.from({ length: 6_000 }, (_, n) => `Ada ${n} Lovelace`);
const server = http.createServer((request, response) => {
  for (let n = 0; n < 300; n++) process.stdout.write(line);
  response.end(String(words(names).length));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
