const http = require('node:http');

/** Works well and ignores every polite request to stop. */

process.on('SIGTERM', () => console.log('SIGTERM: not now'));
process.on('SIGINT', () => console.log('SIGINT: not now'));

function greeting(names) {
  return names.map((name) => name.padStart(40, '-').toUpperCase()).join(); // hot
}

const names = Array.from({ length: 10_000 }, (_, n) => `guest ${n}`);
const server = http.createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ length: greeting(names).length }));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
