const http = require('node:http');

/** A shop and its back office, on two ports, each with a page at `/`: only a person knows which one is meant. */

function priceList(title) {
  const prices = [];
  for (let n = 0; n < 4_000; n++) prices.push(`${title} ${n}: ${Math.cbrt(n).toFixed(2)}`); // hot
  return prices.join('\n');
}

function serve(title, port) {
  const server = http.createServer((request, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end(priceList(title));
  });
  server.listen(port, '127.0.0.1', () => {
    console.log(`${title} on http://127.0.0.1:${server.address().port}/`);
  });
}

serve('shop', Number(process.env.SHOP_PORT ?? 0));
serve('office', Number(process.env.OFFICE_PORT ?? 0));

setTimeout(() => process.exit(0), 300_000).unref();
