'use strict';

// Functions of each kind that `hotframe bench` measures, all called by each request.
const { createServer } = require('node:http');
const work = require('./work.js');

const numbers = Array.from({ length: 200 }, (_, i) => ((i * 7919) % 1000) + 1);

createServer((request, response) => {
  const limit = 500;
  let result = 0;
  for (let i = 0; i < 10; i++) {
    result += work.sumByLoop(numbers);
    result += work.sumByReduce(numbers);
    result += work.leakArguments(1, 2, i);
    result += work.tryAndCatch(numbers);
    work.deadCode(200);
    work.nothing();
    result += new work.Cart(numbers).total(2);
    result += work.countBelow(numbers, limit);
    result += work.makeCounter(limit)(numbers);
    result += work.sortInPlace([...numbers]).length;
    result += [...work.evens(numbers)].length;
    result += work.swallow('{');
    work.onRequest(request);
  }
  work.later(numbers).then((sum) => response.end(String(result + sum)));
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1');
