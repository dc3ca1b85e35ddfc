'use strict';

// Objects of three shapes, with the same properties in another order and one more.
const { createServer } = require('node:http');
const { price, rateBy } = require('./work.js');

const kinds = [
  (i) => ({ price: i, count: 2 }),
  (i) => ({ count: 1, price: i, tag: 'a' }),
  (i) => ({ id: i, price: 2, count: 1 }),
];
const list = Array.from({ length: 3000 }, (_, i) => kinds[i % 3](i));
const rated = rateBy(3);

createServer((request, response) => response.end(String(price(list) + rated(list)))).listen(
  Number(process.env.PORT ?? 0),
  '127.0.0.1',
);
