import type { Profile } from '../../src/analysis/profile/profile.ts';
import type { Report } from '../../src/shared/report.ts';
import { profileFromStacks, reportOf } from './sampleRun.ts';

/**
 * A web shop under load, drawn by hand: Express and a template engine below the user's lines, a
 * function that V8 keeps deoptimizing, garbage collection, and time that no visible frame carries.
 */
export function shopRun(): { profile: Profile; report: Report; sources: Map<string, string> } {
  const listener = ['parserOnIncoming:980/_http_server@node', 'handle:188@express'];
  const router = ['next:291@router', 'dispatch:117@router'];
  const orders = [...listener, ...router, '*listOrders:14/src/routes/orders.js'];
  const search = [...listener, ...router, '+searchProducts:9/src/routes/search.js'];
  const page = '*renderPage:31/src/views/page.js';
  const profile = profileFromStacks([
    [210, ...orders, '~priceWithTax:22/src/pricing/tax.js'],
    [64, ...orders, '^priceWithTax:20/src/pricing/tax.js'],
    [38, ...orders, '*priceWithTax:25/src/pricing/tax.js', 'roundTo:6/src/pricing/money.js'],
    [92, ...orders, '*sumTotals:41/src/routes/orders.js'],
    [41, ...orders, '*sumTotals:41/src/routes/orders.js', 'gc'],
    [33, ...orders, '*sumTotals:44/src/routes/orders.js', 'ArrayReduce@v8'],
    [120, ...orders, page, 'compile:88@eta', 'escape:12@eta'],
    [46, ...orders, page, 'compile:91@eta', 'RegExpReplace@v8'],
    [22, ...orders, page, 'compile:91@eta', 'gc'],
    [74, ...orders, '*toJson:58/src/routes/orders.js', 'JsonStringify@v8'],
    [18, ...orders, '*listOrders:19/src/routes/orders.js'],
    [95, ...search, '*matches:27/src/search/fuzzy.js', '*distance:52/src/search/fuzzy.js'],
    [58, ...search, '*matches:27/src/search/fuzzy.js', '*distance:55/src/search/fuzzy.js'],
    [12, ...search, '+matches:29/src/search/fuzzy.js'],
    [26, ...search, '*rank:71/src/search/fuzzy.js', 'ArrayTimSort@v8'],
    [
      14,
      ...search,
      '*walk:80/src/search/trie.js',
      '*walk:84/src/search/trie.js',
      'walk:84/src/search/trie.js',
    ],
    [9, ...search, '*walk:80/src/search/trie.js', '*walk:84/src/search/trie.js', 'gc'],
    [31, ...listener, 'json:130@body-parser', 'inflate:44/zlib@node', 'inflate@native'],
    [57, 'onwrite:760/internal/streams@node', 'writev@native'],
    [44, 'processTicksAndRejections:105/internal/process@node', 'epoll_wait@native'],
    [16, 'gc'],
    [3, ...listener, '~audit:7/src/audit.js'],
    [60, 'idle'],
  ]);
  const priceWithTax = profile.functions.findIndex((fn) => fn.name === 'priceWithTax');
  for (let i = 0; i < 41; i += 1) {
    profile.deopts.push({
      timeMicros: i * 20_000,
      function: priceWithTax,
      siteFunction: priceWithTax,
      file: '/app/src/pricing/tax.js',
      line: 22,
      column: 18,
      kind: 'deopt-eager',
      reason: 'wrong map',
    });
  }
  return { profile, report: reportOf(profile), sources: shopSources };
}

/** Only the lines that are hot; the others are empty. */
const shopSources = new Map(
  Object.entries({
    'pricing/tax.js': {
      20: 'export function priceWithTax(order) {',
      22: 'const rate = rates[order.country] ?? order.rate.standard;',
      25: 'return roundTo(order.net * (1 + rate), 2);',
    },
    'pricing/money.js': { 6: 'return Math.round(value * 10 ** digits) / 10 ** digits;' },
    'routes/orders.js': {
      14: 'const rows = orders.map((order) => priceWithTax(order));',
      19: 'for (const order of orders) if (order.isOpen) open.push(order);',
      41: 'totals = { ...totals, [order.id]: order.total };',
      44: 'return values.reduce((sum, value) => sum + value, 0);',
      58: 'return JSON.stringify({ orders: rows, totals });',
    },
    'routes/search.js': {
      9: 'const found = products.filter((product) => matches(product.name, text));',
    },
    'views/page.js': {
      31: 'return eta.render("orders", { rows, totals, user: request.user, locale: request.locale });',
    },
    'search/fuzzy.js': {
      27: 'if (distance(word, wanted) <= limit) return true;',
      29: 'return false;',
      52: 'row[j] = Math.min(row[j - 1] + 1, above[j] + 1, above[j - 1] + cost);',
      55: 'const cost = a.charCodeAt(i) === b.charCodeAt(j) ? 0 : 1;',
      71: 'return found.sort((a, b) => b.score - a.score);',
    },
    'search/trie.js': {
      80: 'walk(root, prefix, 0, results);',
      84: 'for (const child of node.children.values()) walk(child, prefix, depth + 1, results);',
    },
    'audit.js': { 7: 'log.push(`${request.method} ${request.url}`);' },
  }).map(([file, lines]) => {
    const text = Array.from(
      { length: 100 },
      (_, i) => (lines as Record<number, string>)[i + 1] ?? '',
    );
    return [`/app/src/${file}`, text.join('\n')] as const;
  }),
);
