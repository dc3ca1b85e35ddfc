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

// Often enough that samples are in both, on a busy machine too.
createServer((request, response) => {
  let sum = 0;
  for (let i = 0; i < 20; i++) sum += price(list) + rated(list);
  response.end(String(sum));
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1');
