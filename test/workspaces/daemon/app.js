const http = require('node:http');

/** Stays when it is asked to go. */

for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => {});

const scores = Array.from({ length: 20_000 }, (_, n) => (n * 7919) % 1_009);

function medals() {
  return scores.map((score) => (score > 900 ? 'gold' : 'none').padEnd(9).concat(score)); // hot
}

const server = http.createServer((request, response) => response.end(medals().at(-1)));

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
