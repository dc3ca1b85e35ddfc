const http = require('node:http');

/** Waits far more than it works, as a server in front of a slow database does. */

function summary() {
  return JSON.stringify({ waitedMs: 20, at: new Date().toISOString() }); // hot
}

const server = http.createServer((request, response) => {
  setTimeout(() => {
    response.setHeader('content-type', 'application/json');
    response.end(summary());
  }, 20);
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
