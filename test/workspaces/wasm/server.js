const http = require('node:http');
const { sumTo } = require('./sumTo');

function addUp(limit) {
  return sumTo(limit); // hot
}

const server = http.createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ sum: addUp(8_000_000) }));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
