const http = require('node:http');

/** Sums orders; there is nothing at `/`, as in most APIs. */

const orders = Array.from({ length: 4_000 }, (_, n) => ({ amount: (n * 37) % 101, paid: n % 3 }));

function openAmount() {
  return orders
    .filter((order) => order.paid === 0)
    .map((order) => order.amount)
    .sort((a, b) => a - b)
    .reduce((sum, amount) => sum + amount, 0);
}

const server = http.createServer((request, response) => {
  if (request.url !== '/orders') {
    response.statusCode = 404;
    response.end('Cannot GET ' + request.url);
    return;
  }
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ open: openAmount() }));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1');

setTimeout(() => process.exit(0), 300_000).unref();
