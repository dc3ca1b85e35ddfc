'use strict';

function price(list) {
  let sum = 0;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    sum += item.price * item.count;
  }
  return sum;
}

function rateBy(rate) {
  return function rated(list) {
    let sum = 0;
    for (const item of list) sum += item.price * rate;
    return sum;
  };
}

module.exports = { price, rateBy };
