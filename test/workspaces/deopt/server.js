const http = require('node:http');
const { describeOrder } = require('./describeOrder');

/** Describes fresh orders; `describeOrder` is what V8 cannot settle on. */

function loadOrder(id) {
  const items = [];
  for (let i = 0; i < 8; i++) items.push({ sku: (id * 7 + i) % 900, price: 5 + ((id + i) % 40) });
  return { id, customer: 'customer ' + (id % 50), status: 'open', currency: 'EUR', items };
}

const server = http.createServer((request, response) => {
  const rows = [];
  for (let id = 1; id <= 200; id++) rows.push(describeOrder(loadOrder(id)));
  response.setHeader('content-type', 'text/plain');
  response.end(rows.join('\n'));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
