const http = require('node:http');
const { Readable, pipeline } = require('node:stream');

const chunks = Array.from({ length: 4 }, (_, at) => Buffer.alloc(16_384, 65 + at));

const server = http.createServer((request, response) => {
  // A client may leave before the end.
  pipeline(Readable.from(chunks), response, () => {});
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
setTimeout(() => process.exit(0), 300_000).unref();
