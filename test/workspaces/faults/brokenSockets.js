const http = require('node:http');

let count = 0;

const server = http.createServer((request, response) => {
  count += 1;
  if (count % 30 === 0) {
    request.socket.destroy();
    return;
  }
  response.end('ok');
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});
setTimeout(() => process.exit(0), 300_000).unref();
