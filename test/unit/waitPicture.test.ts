import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileFromJson, profileToJson } from '../../src/analysis/profile/profileJson.ts';
import { ContextStacks } from '../../src/analysis/awaits/contextStacks.ts';
import type { LearnedWork } from '../../src/analysis/awaits/learnedWork.ts';
import { requestTimes } from '../../src/analysis/awaits/requestTimes.ts';
import type { LearnedPath, LearnedStep } from '../../src/shared/learningWire.ts';
import type { RequestTimes, StepKind, WaitFrame, WaitName } from '../../src/shared/requestTimes.ts';
import { profileFromText } from '../support/textProfile.ts';

/** Contexts by number: where the promise or resource was made. Some have another one around them. */
const profile = profileFromText(`
  handle:2  handle:3    handle:9  query:5@lib  onRows:20
  user:12   orders:15
`);
const parents = [-1, -1, -1, 0, 2];

const source = `
const user = await user();
const orders = await orders();`;

const timer: WaitName = { kind: 'timer', target: '' };
const query: WaitName = { kind: 'db', target: 'postgres db:5432 select … from orders' };

/** Steps of the given length, one after the other. */
function pathOf(...steps: [context: number, ms: number, what: WaitName | 'cpu' | 'queue'][]) {
  let startMs = 0;
  const made = steps.map(([context, ms, what]): LearnedStep => {
    const kind: StepKind = typeof what === 'string' ? what : 'wait';
    const step = { startMs, ms, kind, context, name: typeof what === 'string' ? null : what };
    startMs += ms;
    return step;
  });
  return { ms: startMs, steps: made } satisfies LearnedPath;
}

/** The waits of the paths, in a window as slow as they are. */
function timesOf(paths: LearnedPath[], text: string | null = source): RequestTimes {
  const all = paths.flatMap(({ steps }) => steps);
  const sum = (kind: string) =>
    all.filter((step) => step.kind === kind).reduce((ms, step) => ms + step.ms, 0);
  const waits = all.flatMap(({ context, name, ms }) =>
    name ? [{ context, ...name, ms: [ms] }] : [],
  );
  const sums = { cpuMs: sum('cpu'), queueMs: sum('queue'), waitMs: sum('wait') };
  const work: LearnedWork = {
    ...{
      profile,
      causes: new Int32Array(0),
      routeNames: [],
      routes: new Int32Array(0),
      routeHints: [],
      posts: [],
    },
    causesOfContexts: [[...profile.samples.node].map((node, i) => (i === 3 ? nodeOf(0) : node))],
    parentsOfContexts: [parents],
    requests: [
      {
        ...{ routes: [], count: paths.length, ...sums, busyShare: 0, waits, paths },
        latenciesMs: paths.map(({ ms }) => ms),
      },
    ],
  };
  const meanMs = paths.reduce((ms, path) => ms + path.ms, 0) / paths.length;
  const window = { meanMs, p50Ms: meanMs, cpuMs: sums.cpuMs / paths.length, gcShare: 0 };
  return requestTimes(work, window, () => text)!;
}

const nodeOf = (context: number) => profile.samples.node[context]!;

/** `handle:2 5` for each frame, those below it further right. */
function drawn({ name, line, wait, ms, perRequest, children }: WaitFrame, depth = 0): string[] {
  const words = wait ? `⏱ ${wait} ${name}`.trim() : `${name}:${line}`;
  const here = `${'  '.repeat(depth)}${words} ${Number(ms.toFixed(2))} ×${perRequest}`;
  return [here, ...children.flatMap((child) => drawn(child, depth + 1))];
}

test('waits hang below the functions that led to them, and a callback below who passed it', () => {
  const path = pathOf([0, 5, timer], [1, 2, 'cpu'], [1, 10, query], [4, 4, query], [-1, 1, timer]);
  const { lines, picture } = timesOf([path]);
  assert.deepEqual(drawn(picture!.tree), [
    '(all):0 20 ×4',
    '  handle:3 10 ×1',
    '    orders:15 10 ×1',
    '      ⏱ db postgres db:5432 select … from orders 10 ×1',
    '  handle:2 5 ×1',
    '    user:12 5 ×1',
    '      ⏱ timer 5 ×1',
    '  handle:9 4 ×1',
    '    onRows:20 4 ×1',
    '      ⏱ db postgres db:5432 select … from orders 4 ×1',
    '  ⏱ timer 1 ×1',
  ]);
  assert.deepEqual(
    lines.map(({ functionName, line, waitMs }) => [functionName, line, waitMs]),
    [
      ['orders', 15, 10],
      ['user', 12, 5],
      ['onRows', 20, 4],
    ],
    'at the line that waits, not at that of its caller',
  );
});

test('what a library makes has the stack of the code around it', () => {
  const [, ...frames] = drawn(timesOf([pathOf([3, 5, timer])]).picture!.tree);
  assert.deepEqual(frames, ['  handle:2 5 ×1', '    user:12 5 ×1', '      ⏱ timer 5 ×1']);
});

test('a function that has returned the promise stands between those that the stack has', () => {
  const after = profileFromText(`
    handle:2  handle:2  handle:2  handle:3
    user:12   load:40   load:41   load:40
    load:40
  `);
  const stacks = new ContextStacks({
    profile: after,
    causesOfContexts: [[...after.samples.node]],
    parentsOfContexts: [[-1, 0, 1, 0]],
  });
  const words = (context: number) =>
    stacks.of(0, context).map((frame) => {
      const { functionName, line } = stacks.line(frame);
      return `${functionName}:${line}`;
    });
  assert.deepEqual(words(1), ['handle:2', 'user:12', 'load:40']);
  assert.deepEqual(words(2), ['handle:2', 'user:12', 'load:41']);
  assert.deepEqual(words(3), ['handle:3', 'load:40'], 'it was called on another line');
  assert.deepEqual(words(-1), []);
});

test('the typical request is the one nearest the median, and the slow one that near the 99th percentile', () => {
  const lengths = [30, 10, 12, 11, 90, 13, 12.5];
  const { picture } = timesOf(lengths.map((ms) => pathOf([0, ms, timer])));
  assert.deepEqual([picture!.typical?.totalMs, picture!.slow?.totalMs], [12.5, 90]);
  assert.deepEqual([picture!.p50Ms, picture!.p99Ms], [12.5, 90]);
});

test('of one request there is no slow one', () => {
  assert.equal(timesOf([pathOf([0, 5, timer])]).picture!.slow, null);
});

test('a timeline has the lines in the order of the request, and its steps in the order of time', () => {
  const { typical } = timesOf([
    pathOf(
      [0, 1, 'cpu'],
      [0, 5, timer],
      [1, 2, 'queue'],
      [1, 9, query],
      [0, 1, 'cpu'],
      [-1, 1, 'cpu'],
    ),
  ]).picture!;
  assert.deepEqual(
    typical!.lines.map(({ functionName, line }) => `${functionName}:${line}`),
    ['user:12', 'orders:15'],
  );
  assert.deepEqual(
    typical!.steps.map(({ startMs, ms, kind, at, wait }) => [startMs, ms, kind, at, wait?.kind]),
    [
      [0, 1, 'cpu', 0, undefined],
      [1, 5, 'wait', 0, 'timer'],
      [6, 2, 'queue', 1, undefined],
      [8, 9, 'wait', 1, 'db'],
      [17, 1, 'cpu', 0, undefined],
      [18, 1, 'cpu', -1, undefined],
    ],
  );
});

test('waits at one line with no other between them are in a row', () => {
  const loop = pathOf([0, 3, query], [0, 1, 'cpu'], [0, 3, query], [0, 3, query], [1, 2, timer]);
  const [line] = timesOf([loop, loop]).lines;
  assert.deepEqual([line!.line, line!.waits[0]!.perRequest, line!.waits[0]!.inRow], [12, 3, 3]);
  const turns = pathOf([0, 3, query], [1, 2, timer], [0, 3, query], [1, 2, timer], [0, 3, query]);
  assert.equal(timesOf([turns]).lines[0]!.waits[0]!.inRow, 1);
  const other = timesOf([loop, pathOf([1, 2, timer])]).lines.find((each) => each.line === 12)!;
  assert.deepEqual([other.waits[0]!.perRequest, other.waits[0]!.inRow], [1.5, 1.5]);
});

test('awaits of one function that need nothing of each other are a pair, with all below them', () => {
  const path = pathOf([0, 4, timer], [0, 8, query], [1, 1, 'cpu'], [1, 8, query]);
  assert.deepEqual(timesOf([path]).serialAwaits, [
    {
      ...{ file: '/app/main.js', functionName: 'handle', firstLine: 2, secondLine: 3 },
      ...{ firstMs: 12, secondMs: 8 },
      firstWaitsAt: { file: '/app/main.js', line: 12 },
      secondWaitsAt: { file: '/app/main.js', line: 15 },
    },
  ]);
});

test('awaits are no pair where the text does not say so, or what they wait for speaks against it', () => {
  const pairsOf = (first: WaitName, second: WaitName, text: string | null = source) =>
    timesOf([pathOf([0, 12, first], [1, 8, second])], text).serialAwaits!.length;
  assert.equal(pairsOf(query, query), 1);
  assert.equal(pairsOf(query, query, null), 0, 'the source is not known');
  assert.equal(pairsOf(query, query, source.replace('orders();', 'orders(user);')), 0);
  assert.equal(pairsOf(query, { kind: 'lock', target: '' }), 0);
  assert.equal(pairsOf(query, { kind: 'db', target: 'postgres db:5432 insert … into a' }), 0);
  assert.equal(pairsOf({ kind: 'http', target: 'POST http://a/b' }, query), 0);
  assert.equal(pairsOf({ kind: 'http', target: 'GET http://a/b' }, query), 1);
  const short = timesOf([pathOf([0, 0.05, timer], [1, 8, timer])]);
  assert.equal(short.serialAwaits!.length, 0, 'nothing would be saved');
});

test('a saved profile keeps the picture, and what is damaged in it is no profile', () => {
  const requests = timesOf([pathOf([0, 4, timer], [1, 8, query]), pathOf([0, 40, timer])]);
  const json = JSON.parse(JSON.stringify(profileToJson({ ...profile, requests })));
  assert.deepEqual(profileFromJson(json).requests, requests);
  json.requests.picture.tree.children[0].ms = -1;
  assert.throws(() => profileFromJson(json), /damaged/);
});
