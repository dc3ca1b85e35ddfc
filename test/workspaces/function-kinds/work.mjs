import { setImmediate as nextTurn } from 'node:timers/promises';

let state = 1;

export async function later(list) {
  await null;
  return list.reduce((sum, each) => sum + each, 0);
}

export async function waits(list) {
  await nextTurn();
  return list.length;
}

export async function rejects(list) {
  await null;
  throw new TypeError(`no ${list.length}`);
}

export function* evens(list) {
  for (const each of list) if (each % 2 === 0) yield each;
}

export async function* pages(list) {
  for (let i = 0; i < list.length; i += 50) yield list.slice(i, i + 50);
}

export function promised(list) {
  return Promise.resolve(list.length);
}

export function promisedLater(list) {
  return later(list).then((sum) => sum + 1);
}

export function iterates(list) {
  return evens(list);
}

export const arrow = (list) => list.reduce((sum, each) => sum + each, state);

export class Shop {
  #taxes = 2;
  prices = [1, 2, 3];

  taxed(list) {
    return list.map((each) => each * this.#taxes).length;
  }

  async total(list) {
    await null;
    return list.reduce((sum, each) => sum + each, this.prices.length);
  }

  *walk(list) {
    for (const each of list) yield each * this.prices.length;
  }

  async *stream(list) {
    for (const each of list.slice(0, 20)) yield each * this.prices.length;
  }
}

const shop = new Shop();

export async function all(list) {
  let count = 0;
  for await (const page of pages(list)) count += page.length;
  for await (const each of shop.stream(list)) count += each;
  await rejects(list).catch(() => count++);
  return [
    await later(list),
    await waits(list),
    [...evens(list)].length,
    await promised(list),
    await promisedLater(list),
    [...iterates(list)].length,
    shop.taxed(list),
    arrow(list),
    await shop.total(list),
    [...shop.walk(list)].length,
    count,
  ];
}
