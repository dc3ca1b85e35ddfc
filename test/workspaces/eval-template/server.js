const http = require('node:http');

/** A template engine of twenty lines: templates become functions by `new Function`. */

function compile(template) {
  const parts = template.split(/\{\{(\w+)\}\}/);
  const body = parts.map((part, n) => (n % 2 ? `String(view.${part})` : JSON.stringify(part)));
  return new Function('view', `return ${body.join(' + ')};`);
}

const renderRow = compile('<tr><td>{{id}}</td><td>{{name}}</td><td>{{price}}</td></tr>');
const products = Array.from({ length: 500 }, (_, id) => ({
  id,
  name: `Product ${id}`,
  price: id * 1.19,
}));

function renderTable() {
  let html = '';
  for (const product of products) html += renderRow(product); // hot
  return html;
}

const server = http.createServer((request, response) => {
  // As for a HEAD request: the page is made, but only its length is sent.
  response.setHeader('content-type', 'application/json');
  const lengths = Array.from({ length: 16 }, () => renderTable().length);
  response.end(JSON.stringify(lengths));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
