const http = require('node:http');

let left = 200;
setInterval(() => (left = 200), 100);

const server = http.createServer((request, response) => {
  if (left-- <= 0) response.statusCode = 429;
  response.end('{"ok":true}');
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
setTimeout(() => process.exit(0), 300_000).unref();
