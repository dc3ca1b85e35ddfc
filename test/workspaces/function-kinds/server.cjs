'use strict';

// Functions of every kind, each called by each request.
const { createServer } = require('node:http');
const work = require('./work.cjs');

const list = Array.from({ length: 300 }, (_, i) => i);
const modules = Promise.all([
  import('./work.mjs'),
  import('./byDefault.mjs'),
  import('./named.mjs'),
]);

createServer(async (request, response) => {
  const [made, byDefault, named] = await modules;
  const sums = [...work.all(list, request), ...(await made.all(list)), byDefault.default(list)];
  sums.push(named.default(list));
  response.end(String(sums.reduce((sum, each) => sum + Number(each), 0)));
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1');
