import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeChanges as changesOf } from '../../src/analysis/compare/codeChanges.ts';
import { CodeSide, pathFrom } from '../../src/analysis/compare/codeSide.ts';
import { matchStates } from '../../src/analysis/compare/matchStates.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { seededRandom } from '../support/random.ts';

type Stacks = [count: number, ...cells: string[]][];

const codeChanges = (base: CodeSide, head: CodeSide) =>
  changesOf(base, head, matchStates(base, head));

const visible = { areas: ['app' as const], packages: [] };

/** The side of a state whose runs have these stacks; each order is one run. `micros`: CPU time of a request. */
function sideOf(
  root: string,
  text: string,
  orders: number[],
  stacks: (order: number) => Stacks,
  micros = 1000,
): CodeSide {
  const side = new CodeSide(visible);
  for (const order of orders) {
    const profile = profileOf(stacks(order));
    for (const fn of profile.functions) fn.file = fn.file.replace('/app', root);
    profile.sources.set(`${root}/main.js`, text);
    const report = reportOf(profile);
    report.target!.cwd = root;
    report.sampling!.cpuMicrosPerRequest = micros;
    assert.ok(side.add(profile, report, order));
  }
  return side;
}

/** As `profileFromStacks`, without a picture of a thousand columns. */
function profileOf(stacks: Stacks): Profile {
  const profile = profileFromStacks(stacks.map(([, ...cells]) => [1, ...cells]));
  const nodes = stacks.flatMap(([count], i) =>
    Array.from({ length: count }, () => profile.samples.node[i]!),
  );
  profile.samples = {
    node: Int32Array.from(nodes),
    timeMicros: Float64Array.from(nodes, (_, i) => i * 1000),
    isolate: new Uint16Array(nodes.length),
  };
  return profile;
}

const baseText = [
  'function parse(x) {',
  '  a(x);',
  '  b(x);',
  '}',
  'function send(x) {',
  '  c(x);',
  '}',
];
const headText = ['// new', ...baseText.with(2, '  b(x, 2);')];
const baseOrders = [0, 3, 4, 7, 8, 11];
const headOrders = [1, 2, 5, 6, 9, 10];
/** A little noise that is the same for every run of the test. */
const jitter = (order: number, cell: number) => ((order * 7 + cell * 3) % 5) - 2;

test('says which function and line changed, by how many microseconds of CPU time of a request', () => {
  const base = sideOf(
    '/tmp/base',
    baseText.join('\n'),
    baseOrders,
    (order) =>
      [
        [400 + jitter(order, 0), 'parse:1', 'a:2@lib'],
        [400 + jitter(order, 0), 'parse:3'],
        [600 + jitter(order, 1), 'send:6'],
      ].map(([count, ...cells]) => [count, ...cells]) as Stacks,
  );
  // Half of the time of line 3 (now 4) is gone: 1 200 samples are 857 µs.
  const head = sideOf(
    '/work',
    headText.join('\n'),
    headOrders,
    (order) => [
      [400 + jitter(order, 0), 'parse:2', 'a:2@lib'],
      [200 + jitter(order, 0), 'parse:4'],
      [600 + jitter(order, 1), 'send:7'],
    ],
    857.1,
  );
  const { functions, lines, unit } = codeChanges(base, head);
  assert.equal(unit, 'cpu');
  const changed = functions.filter(({ isBeyondNoise }) => isBeyondNoise);
  assert.deepEqual(
    changed.map(({ base, head, fate, isEdited }) => [base?.name, head?.file, fate, isEdited]),
    [['parse', '/work/main.js', 'same', true]],
  );
  const [parse] = changed;
  assert.ok(Math.abs(parse!.baseMicros - 571) < 5 && Math.abs(parse!.headMicros - 428) < 5);
  assert.ok(parse!.change!.lowMicros < -143 && parse!.change!.highMicros > -143);
  assert.ok(parse!.change!.highMicros < 0);
  const changedLines = lines.filter(({ isBeyondNoise }) => isBeyondNoise);
  assert.deepEqual(
    changedLines.map(({ base, head }) => [base?.line, head?.line]),
    [[3, 4]],
  );
  assert.equal(functions[changedLines[0]!.function]?.head?.name, 'parse');
  // The untouched function is there, and said to be within the noise.
  const send = functions.find(({ base }) => base?.name === 'send')!;
  assert.equal(send.isBeyondNoise, false);
  assert.ok(send.change!.lowMicros < 0 && send.change!.highMicros > 0);
});

test('a function that has become too fast to be sampled is not gone, and its lines say what they cost', () => {
  /** `first`: line of `parse`, which takes 400 of 1 000 samples where it is slow. */
  const state = (root: string, text: string[], orders: number[], first: number, isSlow: boolean) =>
    sideOf(
      root,
      text.join('\n'),
      orders,
      (order) => [
        ...(isSlow ? ([[400 + jitter(order, 0), `parse:${first}`]] as Stacks) : []),
        [600 + jitter(order, 1), `send:${first + 4}`],
      ],
      isSlow ? 1000 : 600,
    );
  const slow = state('/a', baseText, baseOrders, 1, true);
  const changesTo = (text: string[]) => {
    const { functions, lines } = codeChanges(slow, state('/b', text, headOrders, 2, false));
    const parse = functions.find(({ base }) => base?.name === 'parse')!;
    const changed = lines.filter(({ isBeyondNoise }) => isBeyondNoise);
    return [parse.fate, parse.isEdited, changed.map(({ base, head }) => [base?.line, head?.line])];
  };
  assert.deepEqual(changesTo(headText.with(2, '  memo(x);')), ['same', true, [[1, 2]]]);
  const without = headText.with(1, 'function read(x) {');
  assert.deepEqual(changesTo(without), ['gone', null, [[1, undefined]]]);
  // Nor is a function new that was too fast before.
  const { functions } = codeChanges(
    state('/a', baseText, baseOrders, 1, false),
    state('/b', headText, headOrders, 2, true),
  );
  const parse = functions.find(({ head }) => head?.name === 'parse')!;
  assert.deepEqual([parse.fate, parse.base?.line], ['same', 1]);
});

test('a line that several functions share is one line', () => {
  const text = 'const f = (x) => x.map((y) => y * 2);';
  const stacks = (): Stacks => [
    [300, 'f:1'],
    [200, 'f:1', 'g:1'],
  ];
  const { functions, lines } = codeChanges(
    sideOf('/a', text, baseOrders, stacks),
    sideOf('/b', text, headOrders, stacks),
  );
  assert.equal(functions.length, 2);
  assert.equal(lines.length, 1);
  assert.ok(Math.abs(lines[0]!.baseMicros - 1000) < 1e-6);
});

test('one run of each has figures and says of none that it changed', () => {
  const stacks = (count: number) => (): Stacks => [
    [count, 'parse:3'],
    [600, 'send:6'],
  ];
  const { functions } = codeChanges(
    sideOf('/a', baseText.join('\n'), [0], stacks(600)),
    sideOf('/b', baseText.join('\n'), [1], stacks(10)),
  );
  assert.ok(functions.every(({ change, isBeyondNoise }) => change === null && !isBeyondNoise));
  assert.ok(
    Math.abs(functions.find(({ base }) => base?.name === 'parse')!.baseMicros - 500) < 1e-6,
  );
});

test('without the text of a file functions are matched and lines are left out', () => {
  const bare = (root: string, orders: number[]) => {
    const side = sideOf(root, '', orders, () => [[600, 'parse:3']]);
    side.texts.clear();
    return side;
  };
  const { functions, lines } = codeChanges(bare('/a', baseOrders), bare('/b', headOrders));
  assert.deepEqual(
    functions.map(({ fate, isEdited }) => [fate, isEdited]),
    [['same', null]],
  );
  assert.deepEqual(lines, []);
});

test('on the same code at most 5 of 100 comparisons say that some line changed', () => {
  const random = seededRandom(3);
  const count = (mean: number) => {
    // A count with the variance of a Poisson one, by a sum of uniform ones.
    const spread = random() + random() + random() + random() - 2;
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * spread * Math.sqrt(3)));
  };
  const text = Array.from({ length: 12 }, (_, i) => `function f${i}(x) { return x + ${i}; }`).join(
    '\n',
  );
  let wrong = 0;
  for (let comparison = 0; comparison < 60; comparison++) {
    const stacks = (): Stacks =>
      Array.from({ length: 12 }, (_, i) => [count(30 + 20 * i), `f${i}:${i + 1}`]);
    const micros = 1000 * (1 + 0.03 * (random() - 0.5));
    const { lines } = codeChanges(
      sideOf('/a', text, baseOrders, stacks, micros),
      sideOf('/b', text, headOrders, stacks, micros * (1 + 0.01 * (random() - 0.5))),
    );
    assert.equal(lines.length, 12);
    if (lines.some(({ isBeyondNoise }) => isBeyondNoise)) wrong++;
  }
  assert.ok(wrong <= 6, `${wrong} of 60`);
});

test('a file has one path in both copies of the code', () => {
  assert.equal(pathFrom('/tmp/tree/api', '/tmp/tree/api/src/a.ts'), 'src/a.ts');
  assert.equal(pathFrom('/work/api', '/work/shared/b.ts'), '../shared/b.ts');
  assert.equal(
    pathFrom('/tmp/tree', '/work/node_modules/koa/index.js'),
    'node_modules/koa/index.js',
  );
  assert.equal(pathFrom('/work', 'node:http'), 'node:http');
  assert.equal(pathFrom('C:\\work', 'C:\\work\\src\\a.ts'), 'src/a.ts');
});
