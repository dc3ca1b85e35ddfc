import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StateComparison } from '../../src/analysis/compare/stateComparison.ts';
import { packDiffFlame, unpackDiffFlame } from '../../src/shared/diffFlamePack.ts';
import { microsOf, type DiffFlame, type DiffFlameNode } from '../../src/shared/diffFlameWire.ts';
import { frameMatcher } from '../../src/shared/flameMatch.ts';
import { comparedShop } from '../support/comparedRuns.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';

const body = `(order) {
  let sum = 0;
  for (const line of order.lines) sum += line.count * line.price;
  return sum * (1 + order.tax);
}`;

/** A comparison of pictures of samples, one run each; `price` is called `total` in the head. */
function compare(
  base: string[],
  head: string[],
  micros = { base: 1000, head: 500 },
): StateComparison {
  const comparison = new StateComparison({ areas: ['app'], packages: [] });
  const add = (side: 'base' | 'head', pictures: string[]) => {
    for (const [index, picture] of pictures.entries()) {
      const profile = profileFromText(picture);
      for (const fn of profile.functions) fn.file = fn.file.replace('/app', `/${side}`);
      profile.sources.set(
        `/${side}/main.js`,
        `function main(x) {\n}\n\nfunction ${side === 'base' ? 'price' : 'total'}${body}`,
      );
      const report = reportOf(profile);
      report.target!.cwd = `/${side}`;
      report.sampling!.cpuMicrosPerRequest = micros[side];
      comparison.add(side, { profile, report }, index);
    }
  };
  add('base', base);
  add('head', head);
  return comparison;
}

/** `name base/head self base/head`, indented. */
function dump({ root }: DiffFlame): string[] {
  const lines: string[] = [];
  const walk = (node: DiffFlameNode, depth: number) => {
    const { name, total, self, elided } = node;
    const more = elided.base + elided.head > 0 ? ` elided ${elided.base}/${elided.head}` : '';
    lines.push(
      `${'  '.repeat(depth)}${name} ${total.base}/${total.head} self ${self.base}/${self.head}${more}`,
    );
    node.children.forEach((child) => walk(child, depth + 1));
  };
  walk(root, 0);
  return lines;
}

const base = `
  main:1   main:1   main:1      main:1   core:1@node
  price:4  price:6  slow:20     fast:30
                    read:4@lib
`;
const head = `
  main:1   main:1   main:1
  total:4  total:6  new:40
`;

test('has both widths of a function below its matched callers, renamed ones in one frame', () => {
  const flame = compare([base], [head]).flame().query({ minShare: 0 });
  assert.deepEqual(dump(flame), [
    '(all) 5/3 self 0/0',
    '  main 4/3 self 0/0',
    '    total 2/2 self 2/2',
    '    slow 1/0 self 1/0',
    '    fast 1/0 self 1/0',
    '    new 0/1 self 0/1',
    '  (no visible frame) 1/0 self 1/0',
  ]);
  const total = flame.root.children[0]!.children[0]!;
  assert.equal(total.fate, 'renamed');
  assert.equal(total.isEdited, false);
  assert.deepEqual(
    [total.basePlace?.name, total.basePlace?.file, total.headPlace?.file, total.headPlace?.line],
    ['price', '/base/main.js', '/head/main.js', 4],
  );
  assert.equal(flame.root.children[0]!.children[1]!.headPlace, null);
});

test('widths are worth the CPU time of a request', () => {
  const { root, base: from, head: to } = compare([base], [head]).flame().query({ minShare: 0 });
  assert.equal(microsOf(root.total.base, from), 1000);
  assert.equal(microsOf(root.total.head, to), 500);
  const { total } = root.children[0]!.children[0]!;
  assert.equal(microsOf(total.base, from), 400);
  assert.ok(Math.abs(microsOf(total.head, to) - 333.3) < 0.1);
});

test('repeats add up', () => {
  const flame = compare([base, base], [head, head, head]).flame().query({ minShare: 0 });
  assert.equal(dump(flame)[0], '(all) 10/9 self 0/0');
  assert.deepEqual([flame.base.runs, flame.head.runs], [2, 3]);
  assert.equal(microsOf(flame.root.total.base, flame.base), 1000);
});

test('what is too narrow on both sides is left out and counted, and comes on zoom', () => {
  const flame = compare([base], [head]).flame();
  const { root } = flame.query({ minShare: 0.3 });
  const main = root.children[0]!;
  assert.deepEqual(
    main.children.map(({ name }) => name),
    ['total'],
  );
  assert.deepEqual(main.elided, { base: 2, head: 1 });
  assert.deepEqual(root.elided, { base: 1, head: 0 });
  const zoomed = flame.query({ rootId: main.id, minShare: 0.01 });
  assert.deepEqual(
    zoomed.root.children.map(({ name }) => name),
    ['total', 'slow', 'fast', 'new'],
  );
  assert.throws(() => flame.query({ rootId: 999, minShare: 0 }), /has no frame 999/);
});

test('every sample is in the drawn tree or counted as left out, on both sides', () => {
  const flame = compare([base, base], [head]).flame();
  for (const minShare of [0, 0.1, 0.3, 0.9]) {
    const check = ({ total, self, elided, children }: DiffFlameNode): void => {
      for (const side of ['base', 'head'] as const) {
        const below = children.reduce((sum, child) => sum + child.total[side], 0);
        assert.equal(total[side], self[side] + elided[side] + below);
      }
      children.forEach(check);
    };
    check(flame.query({ minShare }).root);
  }
});

test('travels without a loss, also as JSON', () => {
  const flame = compare([base], [head]).flame().query({ minShare: 0.01 });
  const packed = JSON.parse(JSON.stringify(packDiffFlame(flame))) as ReturnType<
    typeof packDiffFlame
  >;
  assert.deepEqual(unpackDiffFlame(packed), flame);
});

test('a comparison names its functions as the flamegraph does', () => {
  const comparison = compare([base], [head]);
  const { functions } = comparison.report().code;
  const renamed = functions.find(({ fate }) => fate === 'renamed')!;
  const { root } = comparison.flame().query({ minShare: 0 });
  assert.equal(root.children[0]!.children[0]!.functionId, renamed.functionId);
});

test('has the change of each frame with all below it, and says which are beyond the noise', async () => {
  const { flame } = await comparedShop().view({ areas: ['app'], packages: [] });
  const drawn = flame.query({ minShare: 0 });
  const changed = new Map<string, DiffFlameNode>();
  const walk = (node: DiffFlameNode) => {
    // The outermost of a name.
    if (!changed.has(node.name)) changed.set(node.name, node);
    node.children.forEach(walk);
  };
  walk(drawn.root);
  for (const [name, micros] of [
    ['(all)', -55],
    ['listOrders', -55],
    ['priceWithTax', -95],
    ['legacyFormat', -30],
    ['formatMoney', 70],
  ] as const) {
    const { change, isBeyondNoise } = changed.get(name)!;
    assert.ok(isBeyondNoise, name);
    assert.ok(Math.abs(change!.micros - micros) < 6, `${name} ${change!.micros}`);
    assert.ok(change!.lowMicros < change!.micros && change!.micros < change!.highMicros, name);
  }
  for (const name of ['addTotals', '(no visible frame)']) {
    const { change, isBeyondNoise } = changed.get(name)!;
    assert.ok(!isBeyondNoise && change!.lowMicros < 0 && change!.highMicros > 0, name);
  }
  assert.deepEqual(unpackDiffFlame(packDiffFlame(drawn)), drawn);
});

test('says of no frame that it changed where there are too few runs', async () => {
  const { flame } = await comparedShop(3).view({ areas: ['app'], packages: [] });
  const { root } = flame.query({ minShare: 0 });
  assert.deepEqual([root.change, root.isBeyondNoise], [null, false]);
});

test('finds what a search counts in both states, each stack once', async () => {
  const { flame } = await comparedShop().view({ areas: ['app'], packages: [] });
  const { root, base, head } = flame.query({ minShare: 0 });
  const orders = root.children[0]!;
  const found = flame.search(frameMatcher('orders', '/app'));
  assert.equal(found.functions, 1);
  assert.equal(found.baseMicros, microsOf(orders.total.base, base));
  assert.equal(found.headMicros, microsOf(orders.total.head, head));
  // By the name of either state.
  assert.equal(flame.search(frameMatcher('sumTotals', '/app')).functions, 1);
});
