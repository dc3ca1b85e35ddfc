const http = require('node:http');
const { sumTo } = require('./sumTo');

function addUp(limit) {
  return sumTo(limit); // hot
}

const server = http.createServer((request, response) => {
  let sum = 0;
  for (let n = 0; n < 20; n++) sum += addUp(400_000 + n);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ sum }));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
