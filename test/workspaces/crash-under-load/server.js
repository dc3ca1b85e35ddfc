const http = require('node:http');

/**
 * Dies after CRASH_AFTER requests (default 500): by exit code 7, or with an uncaught error where
 * CRASH_BY is `throw`.
 */

const crashAfter = Number(process.env.CRASH_AFTER ?? 500);
let requests = 0;

function crash() {
  if (process.env.CRASH_BY === 'throw') throw new Error('the cache is corrupt');
  console.error('fatal: the cache is corrupt');
  process.exit(7);
}

const server = http.createServer((request, response) => {
  requests += 1;
  if (requests > crashAfter) crash();
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ requests }));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
