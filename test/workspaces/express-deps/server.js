const express = require('express');
const { loadPrices } = require('./prices');

const app = express();

app.get('/prices', (request, response) => {
  const lists = Array.from({ length: 6 }, loadPrices);
  response.json(lists.map((prices) => ({ count: prices.length, first: prices[0] })));
});

const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/prices`);
});

setTimeout(() => process.exit(0), 300_000).unref();
