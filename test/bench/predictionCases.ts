/**
 * Changes of one function that every request of a small server calls once with `input`, which a
 * module makes at its start. Each is a thing that people do to make a function faster, or slower.
 */
export interface PredictionCase {
  name: string;
  /** Names that `input`, `before` and `after` use. */
  head?: string;
  input: string;
  before: string;
  after: string;
}

const numbers = 'Array.from({ length: 20000 }, (_, i) => (i * 7919) % 1009)';
const orders =
  'Array.from({ length: 400 }, (_, i) => ({ id: i, price: (i * 31) % 97, kind: `k${i % 40}` }))';
const words = 'Array.from({ length: 600 }, (_, i) => `word${(i * 7919) % 400}`)';

export const predictionCases: readonly PredictionCase[] = [
  {
    name: 'sum by reduce → by loop',
    input: numbers,
    before: 'return input.reduce((sum, each) => sum + each, 0);',
    after: 'let sum = 0; for (let i = 0; i < input.length; i++) sum += input[i]; return sum;',
  },
  {
    name: 'filter, map, reduce → one loop',
    input: numbers,
    before:
      'return input.filter((each) => each % 2 === 0).map((each) => each * 3).reduce((a, b) => a + b, 0);',
    after:
      'let sum = 0; for (const each of input) if (each % 2 === 0) sum += each * 3; return sum;',
  },
  {
    name: 'indexOf → Set',
    input: words,
    before: 'return input.filter((each, at) => input.indexOf(each) === at).length;',
    after: 'return new Set(input).size;',
  },
  {
    name: 'copy by JSON → by spread',
    input: orders,
    before: 'return JSON.parse(JSON.stringify(input)).length;',
    after: 'return input.map((each) => ({ ...each })).length;',
  },
  {
    name: 'spread in reduce → assignment',
    input: orders,
    before:
      'return Object.keys(input.slice(0, 60).reduce((all, { id, kind }) => ({ ...all, [kind + id]: id }), {})).length;',
    after:
      'const all = {}; for (const { id, kind } of input.slice(0, 60)) all[kind + id] = id; return Object.keys(all).length;',
  },
  {
    name: 'sort for the largest → loop',
    input: numbers,
    before: 'return [...input].sort((a, b) => b - a)[0];',
    after: 'let most = -1; for (const each of input) if (each > most) most = each; return most;',
  },
  {
    name: 'new RegExp a call → one for all',
    head: 'const pattern = /^word(\\d+)5$/;',
    input: words,
    before: 'return input.filter((each) => new RegExp("^word(\\\\d+)5$").test(each)).length;',
    after: 'return input.filter((each) => pattern.test(each)).length;',
  },
  {
    name: 'new Intl format → one for all',
    head: 'const money = new Intl.NumberFormat("en", { style: "currency", currency: "EUR" });',
    input: orders,
    before:
      'return input.slice(0, 4).map(({ price }) => new Intl.NumberFormat("en", { style: "currency", currency: "EUR" }).format(price)).join();',
    after: 'return input.slice(0, 4).map(({ price }) => money.format(price)).join();',
  },
  {
    name: 'queue by shift → by index',
    input: numbers,
    before:
      'const queue = input.slice(0, 3000); let sum = 0; while (queue.length > 0) sum += queue.shift(); return sum;',
    after:
      'const queue = input.slice(0, 3000); let sum = 0; for (let i = 0; i < queue.length; i++) sum += queue[i]; return sum;',
  },
  {
    name: 'group by filter → by Map',
    input: orders,
    before:
      'return [...new Set(input.map(({ kind }) => kind))].map((kind) => input.filter((each) => each.kind === kind).length).join();',
    after:
      'const counts = new Map(); for (const { kind } of input) counts.set(kind, (counts.get(kind) ?? 0) + 1); return [...counts.values()].join();',
  },
  {
    name: 'sha512 → sha1',
    head: 'const { createHash } = require("node:crypto");',
    input: '"x".repeat(200000)',
    before: 'return createHash("sha512").update(input).digest("hex").length > 0;',
    after: 'return createHash("sha1").update(input).digest("hex").length > 0;',
  },
  {
    name: 'buffer by byte → by copy',
    input: 'Buffer.from("abcdefgh".repeat(8000))',
    before:
      'const to = Buffer.alloc(input.length); for (let i = 0; i < input.length; i++) to[i] = input[i]; return to.length;',
    after: 'const to = Buffer.alloc(input.length); input.copy(to); return to.length;',
  },
  {
    name: 'Object.entries → for in',
    input: 'Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`key${i}`, i]))',
    before: 'let sum = 0; for (const [, value] of Object.entries(input)) sum += value; return sum;',
    after: 'let sum = 0; for (const key in input) sum += input[key]; return sum;',
  },
  {
    name: 'double loop → sorted walk',
    input: numbers,
    before:
      'const list = input.slice(0, 600); let pairs = 0; for (const a of list) for (const b of list) if (a + b === 1000) pairs++; return pairs;',
    after:
      'const list = input.slice(0, 600); const counts = new Map(); for (const each of list) counts.set(each, (counts.get(each) ?? 0) + 1); let pairs = 0; for (const each of list) pairs += counts.get(1000 - each) ?? 0; return pairs;',
  },
  {
    name: 'parse numbers by regexp → split',
    input: 'Array.from({ length: 2000 }, (_, i) => i).join(",")',
    before:
      'let sum = 0; for (const [text] of input.matchAll(/\\d+/g)) sum += Number(text); return sum;',
    after: 'let sum = 0; for (const text of input.split(",")) sum += Number(text); return sum;',
  },
  {
    name: 'localeCompare → comparing',
    input: words,
    before: 'return [...input].sort((a, b) => a.localeCompare(b, "en", { numeric: false }))[0];',
    after: 'return [...input].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[0];',
  },
  {
    name: 'no change but a name',
    input: numbers,
    before: 'let sum = 0; for (const each of input) sum += each; return sum;',
    after: 'let all = 0; for (const one of input) all += one; return all;',
  },
  {
    name: 'half of the work',
    input: numbers,
    before:
      'let sum = 0; for (let times = 0; times < 20; times++) for (let i = 0; i < input.length; i++) sum = (sum * 31 + input[i]) % 65521; return sum > -1;',
    after:
      'let sum = 0; for (let times = 0; times < 10; times++) for (let i = 0; i < input.length; i++) sum = (sum * 31 + input[i]) % 65521; return sum > -1;',
  },
  {
    name: 'slower: one loop → two passes with copies',
    input: numbers,
    before: 'let sum = 0; for (const each of input) sum += each * 2; return sum;',
    after: 'return input.map((each) => each * 2).reduce((a, b) => a + b, 0);',
  },
  {
    name: 'slower: validation added',
    input: orders,
    before: 'let sum = 0; for (const { price } of input) sum += price; return sum;',
    after:
      'let sum = 0; for (const each of input) { if (!/^k\\d+$/.test(each.kind)) throw new Error(each.kind); sum += each.price; } return sum;',
  },
];
