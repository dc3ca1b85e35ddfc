const http = require('node:http');

/** Gets into a loop without an end at request HANG_AT (default 50); SIGTERM is only noted, if ever. */

const hangAt = Number(process.env.HANG_AT ?? 50);
let requests = 0;

/** Finds the end of a list that has none. */
function lastOf(item) {
  while (item.next) item = item.next; // hot
  return item;
}

const server = http.createServer((request, response) => {
  const ring = { name: 'first', next: { name: 'second', next: null } };
  if (++requests >= hangAt) ring.next.next = ring;
  response.end(lastOf(ring).name);
});

process.on('SIGTERM', () => console.log('SIGTERM: not now'));

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
