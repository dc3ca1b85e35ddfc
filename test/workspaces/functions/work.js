'use strict';

function sumByLoop(list) {
  let sum = 0;
  for (let i = 0; i < list.length; i++) sum += list[i];
  return sum;
}

function sumByReduce(list) {
  return list.reduce((sum, each) => sum + each, 0);
}

function leakArguments() {
  const all = arguments;
  return Array.prototype.slice.call(all).length;
}

function tryAndCatch(list) {
  try {
    let sum = 0;
    for (const each of list) sum += each;
    return sum;
  } catch {
    return 0;
  }
}

function deadCode(count) {
  for (let i = 0; i < count; i++) Math.sqrt(i);
}

function nothing() {}

class Cart {
  constructor(prices) {
    this.prices = prices;
  }

  total(times) {
    return this.sum() * times;
  }

  sum() {
    return this.prices.reduce((sum, price) => sum + price, 0);
  }
}

function countBelow(list, limit) {
  return list.filter((each) => each < limit).length;
}

const makeCounter = (limit) => {
  const low = limit / 2;
  return function between(list) {
    let count = 0;
    for (const each of list) if (each > low && each < limit) count++;
    return count;
  };
};

function sortInPlace(list) {
  return list.sort((a, b) => a - b);
}

function* evens(list) {
  for (const each of list) if (each % 2 === 0) yield each;
}

async function later(list) {
  await null;
  return sumByLoop(list);
}

function parse(text) {
  return JSON.parse(text);
}

function swallow(text) {
  try {
    return parse(text);
  } catch {
    return 1;
  }
}

function onRequest(request) {
  return request.headers.host;
}

function sumWrongly(list) {
  let sum = 0;
  for (let i = 1; i < list.length; i++) sum += list[i];
  return sum;
}

module.exports = {
  sumByLoop,
  sumByReduce,
  leakArguments,
  tryAndCatch,
  deadCode,
  nothing,
  Cart,
  countBelow,
  makeCounter,
  sortInPlace,
  evens,
  later,
  swallow,
  onRequest,
  sumWrongly,
};
