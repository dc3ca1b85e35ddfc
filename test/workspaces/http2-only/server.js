const http2 = require('node:http2');

/** Speaks HTTP/2 without TLS and nothing else, as behind a gRPC proxy. */

const server = http2.createServer((request, response) => response.end('two'));

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
