const http = require('node:http');
const { sumOfOneShape, sumOfThreeShapes, sumOfManyShapes, sumOfFields } = require('./reads');

/** Rows of three and more sources, each of which writes the properties of its rows in its own way. */

const sources = [
  (price) => ({ price, name: 'row' }),
  (price) => ({ name: 'row', price }),
  (price) => ({ id: 7, name: 'row', price }),
  (price) => ({ id: 7, price }),
  (price) => ({ price, id: 7 }),
  (price) => ({ sku: 'a', price }),
  (price) => ({ sku: 'a', name: 'row', price }),
  (price) => ({ tax: 19, price }),
  (price) => ({ tax: 19, sku: 'a', price }),
  (price) => ({ currency: 'EUR', price }),
  (price) => ({ currency: 'EUR', tax: 19, price }),
  (price) => ({ note: '', price }),
];

function rowsOf(count, shapes) {
  const rows = [];
  for (let i = 0; i < count; i++) rows.push(sources[i % shapes](i % 90));
  return rows;
}

const ofOne = rowsOf(60_000, 1);
const ofThree = rowsOf(60_000, 3);
const ofMany = rowsOf(60_000, 12);
const named = rowsOf(6_000, 12);
const fields = ['name', 'sku', 'currency', 'note'];

const server = http.createServer((request, response) => {
  const sums = [
    sumOfOneShape(ofOne),
    sumOfThreeShapes(ofThree),
    sumOfManyShapes(ofMany),
    sumOfFields(named, fields),
  ];
  response.setHeader('content-type', 'text/plain');
  response.end(sums.join('\n'));
});

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/`);
});

setTimeout(() => process.exit(0), 300_000).unref();
