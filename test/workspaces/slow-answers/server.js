const http = require('node:http');

/** Answers after DELAY_MS (default 3000), as one behind a slow database; never where it is 0. */

const delayMs = Number(process.env.DELAY_MS ?? 3_000);

const server = http.createServer((request, response) => {
  if (delayMs > 0) setTimeout(() => response.end('at last'), delayMs);
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
