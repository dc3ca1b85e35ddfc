'use strict';

// The functions of V8's optimization cookbooks, and some whose work V8 may remove.

function sumByLoop(list) {
  let sum = 0;
  for (let i = 0; i < list.length; i++) sum += list[i];
  return sum;
}

function sumByReduce(list) {
  return list.reduce((sum, each) => sum + each, 0);
}

function sumByClosure(list) {
  let sum = 0;
  const add = (each) => {
    sum += each;
  };
  for (let i = 0; i < list.length; i++) add(list[i]);
  return sum;
}

function sumInTry(list) {
  try {
    let sum = 0;
    for (let i = 0; i < list.length; i++) sum += list[i];
    return sum;
  } catch {
    return 0;
  }
}

function sumOfLeaked() {
  const leaked = arguments;
  return sumByLoop(Array.prototype.slice.call(leaked)[0]);
}

function sumOfTwenty(list) {
  let last = 0;
  for (let times = 0; times < 20; times++) last = sumByLoop(list);
  return last;
}

function returnsNothing(list) {
  const root = Math.sqrt(list.length);
  Math.cos(root) * Math.exp(root);
}

function returnsAConstant(list) {
  const root = Math.sqrt(list.length);
  return Math.cos(root) * Math.exp(root) === undefined ? 1 : 7;
}

function doesNothing() {}

const all = {
  sumByLoop,
  sumByReduce,
  sumByClosure,
  sumInTry,
  sumOfLeaked,
  sumOfTwenty,
  returnsNothing,
  returnsAConstant,
  doesNothing,
};

// V8's own word for each function, when the process that has measured one of them ends.
const statusFile = process.env.STATUS_FILE;
if (statusFile) {
  const { appendFileSync } = require('node:fs');
  const statusOf = new Function('of', 'return Number(%GetOptimizationStatus(of))');
  process.on('exit', () => {
    const statuses = Object.entries(all).map(([name, of]) => [name, statusOf(of)]);
    appendFileSync(statusFile, `${JSON.stringify(Object.fromEntries(statuses))}\n`);
  });
}

module.exports = all;
