import type { Profile } from '../../src/analysis/profile/profile.ts';
import type { SavedRun } from '../../src/analysis/saved/savedRun.ts';
import { ComparisonCache } from '../../src/server/compare/comparisonCache.ts';
import type { Report } from '../../src/shared/report.ts';
import { profileFromStacks, reportOf } from './sampleRun.ts';
import { seededRandom } from './random.ts';
import { sideInTurn } from './sideInTurn.ts';

/**
 * A shop before and after a change, drawn by hand: `priceWithTax` has become cheap, `legacyFormat` is
 * gone and `formatMoney` is new in its place, dearer, `sumTotals` is called `addTotals`, `listOrders`
 * and what it calls in a package are as they were. `<b>"evil'` has a name that wants to be HTML.
 */
const body = (name: string, lines: string[]) => [`function ${name}(order) {`, ...lines, '}'];
const sumBody = [
  '  let sum = 0;',
  '  for (const line of order) sum += line.price;',
  '  return sum;',
];
const texts = {
  base: [
    ...body('listOrders', ['  priceWithTax(order);', '  legacyFormat(order);', '  render(order);']),
    ...body('priceWithTax', ['  return Object.assign({}, order, slow(order));']),
    ...body('legacyFormat', ['  return order.total.toFixed(2);']),
    ...body('sumTotals', sumBody),
  ],
  head: [
    ...body('listOrders', ['  priceWithTax(order);', '  formatMoney(order);', '  render(order);']),
    ...body('priceWithTax', ['  return order.net * 1.2;']),
    ...body('formatMoney', ['  const parts = String(order.total);', '  return `€${parts}`;']),
    ...body('addTotals', sumBody),
  ],
};

type Stacks = [count: number, ...cells: string[]][];

/** `noise` is a few samples more or less. */
function stacksOf(side: 'base' | 'head', noise: () => number): Stacks {
  const orders = 'listOrders:2';
  const common: Stacks = [
    [240 + noise(), orders, 'listOrders:4', 'render:10@eta'],
    [60 + noise(), orders, `<b>"evil':3`],
    [90 + noise(), 'poll:8@node'],
  ];
  return side === 'base'
    ? [
        [300 + noise(), orders, 'priceWithTax:7'],
        [60 + noise(), orders, 'legacyFormat:10'],
        [120 + noise(), orders, 'sumTotals:14'],
        ...common,
      ]
    : [
        [110 + noise(), orders, 'priceWithTax:7'],
        [140 + noise(), orders, 'formatMoney:10'],
        [120 + noise(), orders, 'addTotals:15'],
        ...common,
      ];
}

type Change = (report: Report, side: 'base' | 'head', profile: Profile) => void;

/** As many runs of each state as there are pairs, taken in turn; each is read anew, as from a file. */
export function comparedShop(pairs = 6, change: Change = () => undefined): ComparisonCache {
  const runs = Array.from({ length: 2 * pairs }, (_, order) => {
    const side = sideInTurn(order);
    return { side, read: () => runOf(side, order, change) };
  });
  return new ComparisonCache(runs, {
    base: runs.flatMap(({ side }, i) => (side === 'base' ? [`/runs/${i}`] : [])),
    head: runs.flatMap(({ side }, i) => (side === 'head' ? [`/runs/${i}`] : [])),
  });
}

function runOf(
  side: 'base' | 'head',
  order: number,
  change: Change,
): SavedRun & { takenAt: number } {
  const random = seededRandom(order + 1);
  const stacks = stacksOf(side, () => Math.round(8 * (random() - 0.5)));
  const profile = profileFromStacks(stacks.map(([, ...cells]) => [1, ...cells]));
  const nodes = stacks.flatMap(([count], i) =>
    Array.from({ length: count }, () => profile.samples.node[i]!),
  );
  profile.samples = {
    node: Int32Array.from(nodes),
    timeMicros: Float64Array.from(nodes, (_, i) => i * 1000),
    isolate: new Uint16Array(nodes.length),
  };
  for (const fn of profile.functions) {
    const first = texts[side].findIndex((line) => line.startsWith(`function ${fn.name}(`));
    if (first >= 0) fn.line = first + 1;
  }
  profile.sources.set('/app/main.js', texts[side].join('\n'));
  const report = reportOf(profile);
  const cpu = nodes.length * (0.5 + 0.004 * random());
  report.sampling!.cpuMicrosPerRequest = cpu;
  report.load!.reqPerS.mean = 1e6 / cpu;
  change(report, side, profile);
  return { profile, report, takenAt: order * 5_000 };
}
