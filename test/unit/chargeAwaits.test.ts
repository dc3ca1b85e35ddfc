import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeAwaits } from '../../src/analysis/awaits/chargeAwaits.ts';
import type { LearnedWork } from '../../src/analysis/awaits/learnedWork.ts';
import { withoutAwaits } from '../../src/analysis/awaits/withoutAwaits.ts';
import { visibleCalls } from '../../src/analysis/flame/flameVisible.ts';
import { buildFlameView, queryFlame } from '../../src/analysis/flame/flameView.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { profileFromJson, profileToJson } from '../../src/analysis/profile/profileJson.ts';
import { buildReport, type SampleReport } from '../../src/analysis/report/buildReport.ts';
import { frameName } from '../../src/shared/frameText.ts';
import type { FlameNode } from '../../src/shared/flameNode.ts';
import { profileFromStacks } from '../support/sampleRun.ts';

type Stack = [count: number, ...cells: string[]];

/** Stacks with what has caused them: the frames of the user's in one string, or null where that is not known. */
type LearnedStack = [cause: string | null, ...stack: Stack];

const appOnly = new Set(['app'] as const);

function learned(stacks: readonly LearnedStack[]): Pick<LearnedWork, 'profile' | 'causes'> {
  // One column each, as thousands take their time to be read.
  const sampled = stacks.map(([, , ...cells]): Stack => [1, ...cells]);
  const causing = stacks.map(([cause]): Stack => [1, ...(cause ?? 'idle').split(' ')]);
  const { samples, ...profile } = profileFromStacks([...sampled, ...causing]);
  const repeated = (first: number) =>
    Int32Array.from(
      stacks.flatMap(([, count], i) => Array<number>(count).fill(samples.node[first + i]!)),
    );
  const node = repeated(0);
  const { length } = node;
  const times = { timeMicros: new Float64Array(length), isolate: new Uint16Array(length) };
  return { profile: { ...profile, samples: { node, ...times } }, causes: repeated(stacks.length) };
}

function charged(measured: readonly Stack[], stacks: readonly LearnedStack[]): Profile {
  return chargeAwaits(profileFromStacks(measured), learned(stacks));
}

/** Self in samples by line, and `without` a line. */
function selves(profile: Profile): Record<string, number> {
  const report = buildReport(profile, appOnly);
  const samples = (share: number) => Math.round(share * report.onCpu);
  return Object.fromEntries([
    ...report.lines
      .filter(({ self }) => self > 0)
      .map(({ line, self }): [string, number] => [String(line), samples(self)]),
    ...(report.unattributedShare > 0 ? [['without', samples(report.unattributedShare)]] : []),
  ]) as Record<string, number>;
}

function isClose(actual: number | undefined, expected: number, by: number): void {
  assert.ok(Math.abs((actual ?? NaN) - expected) <= by, `${actual} is not ${expected} ±${by}`);
}

/** One row a frame: indent by depth, label as it is drawn, samples. */
function rows(node: FlameNode, depth = 0): string[] {
  const row = `${'  '.repeat(depth)}${frameName(node)} ${node.samples}`;
  return [row, ...node.children.flatMap((child) => rows(child, depth + 1))];
}

function drawn(profile: Profile, inverted: boolean): string[] {
  const view = buildFlameView(profile, { areas: ['app'], packages: [] }, inverted);
  return queryFlame(view, { minShare: 0 }).children.flatMap((child) => rows(child));
}

const parser: LearnedStack[] = [
  ['loadOrders:31', 3000, 'tick:1@node', 'parse:2@pg', 'readRow:3@pg'],
  ['loadUsers:12', 1000, 'tick:1@node', 'parse:2@pg', 'readRow:3@pg'],
];

test('divides the samples of a stack among its causes as the learned ones are divided', () => {
  const profile = charged([[120, 'tick:1@node', 'parse:2@pg', 'readRow:3@pg']], parser);
  assert.deepEqual(selves(profile), { 31: 90, 12: 30 });
});

test('divides as well over many stacks with one sample each', () => {
  const stacks = Array.from({ length: 120 }, (_, i): Stack => {
    return [1, 'tick:1@node', 'parse:2@pg', `rare${i}:9@pg`];
  });
  const profile = charged(stacks, parser);
  const { 31: orders, 12: users } = selves(profile);
  isClose(orders, 90, 1);
  isClose(users, 30, 1);
});

test('a function is one, whatever the column at which the learner has it begin', () => {
  const measured = profileFromStacks([
    [20, '*handle:3/app.js'],
    [60, '*onPacket:10@driver'],
  ]);
  const work = learned([['handle:3/app.js', 60, 'onPacket:10@driver']]);
  for (const fn of work.profile.functions) fn.column += 7;
  const { functions } = chargeAwaits(measured, work);
  assert.equal(functions.filter(({ name }) => name === 'handle').length, 1);
});

test('leaves a stack of which nothing was learned without a line', () => {
  const profile = charged(
    [
      [8, 'tick:1@node', 'parse:2@pg', 'readRow:3@pg'],
      [5, 'housekeep:7@pool'],
      [3, 'poll@native'],
    ],
    parser,
  );
  assert.deepEqual(selves(profile), { 31: 6, 12: 2, without: 8 });
});

test('leaves the share without a line that was learned without a cause', () => {
  const profile = charged(
    [[100, 'tick:1@node']],
    [
      ['loadOrders:31', 3000, 'tick:1@node'],
      [null, 1000, 'tick:1@node'],
    ],
  );
  assert.deepEqual(selves(profile), { 31: 75, without: 25 });
});

test('charges garbage collection without a stack as the learned one, but for what code of the user has begun', () => {
  const measured: Stack[] = [
    [40, 'gc'],
    [10, 'poll@native'],
  ];
  const profile = charged(measured, [
    ['loadOrders:31', 3000, 'tick:1@node', 'parse:2@pg'],
    ['loadOrders:31', 3000, 'gc'],
    ['loadUsers:12', 2000, 'render:70'],
    ['loadUsers:12', 1000, 'gc'],
  ]);
  assert.deepEqual(selves(profile), { 31: 30, without: 20 });
});

test('divides collections that V8 put off as all that ran is divided', () => {
  const profile = charged(
    [[100, 'gc']],
    [
      ['loadOrders:31', 3000, 'tick:1@node', 'parse:2@pg'],
      ['loadUsers:12', 1000, 'tick:1@node', 'parse:2@pg'],
      [null, 500, 'gc'],
      [null, 1000, 'parseRequest:5@node'],
    ],
  );
  assert.deepEqual(selves(profile), { 31: 60, 12: 20, without: 20 });
});

test('goes by the longest learned beginning of a stack', () => {
  const profile = charged(
    [
      [50, 'tick:1@node', 'parse:2@pg', 'readRow:3@pg'],
      [50, 'tick:1@node', 'parse:2@pg', 'unknown:8@pg'],
      [50, 'tick:1@node', 'inflate:5@zip', 'unknown:8@zip'],
    ],
    [
      ['loadOrders:31', 4000, 'tick:1@node', 'parse:2@pg'],
      ['zipped:40', 4000, 'tick:1@node', 'inflate:5@zip'],
    ],
  );
  assert.deepEqual(selves(profile), { 31: 100, 40: 50 });
});

test('believes a stack with few learned samples less than what it begins with', () => {
  const few = (count: number) =>
    selves(
      charged(
        [[100, 'tick:1@node', 'rare:8@pg']],
        [
          ['loadOrders:31', 10_000, 'tick:1@node', 'parse:2@pg'],
          ['loadUsers:12', count, 'tick:1@node', 'rare:8@pg'],
        ],
      ),
    );
  const one = few(1);
  assert.ok(one[12]! > 10 && one[12]! < 50, JSON.stringify(one));
  assert.equal(one[31]! + one[12]!, 100);
  const ten = few(10);
  assert.ok(ten[12]! > one[12]! + 20, JSON.stringify(ten));
  assert.equal(few(1000)[12], 100);
});

test('skips functions that the learned stacks lack, as V8 leaves out inlined ones', () => {
  const profile = charged(
    [[120, 'tick:1@node', 'inlined:7@pg', 'parse:2@pg', 'readRow:3@pg', 'inlinedToo:5@pg']],
    [...parser, ['zipped:40', 4000, 'tick:1@node', 'inflate:5@zip']],
  );
  assert.deepEqual(selves(profile), { 31: 90, 12: 30 });
});

test('goes by learned stacks with functions in between, where few have none, as V8 inlined those meanwhile', () => {
  const profile = charged(
    [[100, 'read:1@node', 'push:2@node', 'onData:3@driver', 'parse:4@driver']],
    [
      [
        'loadOrders:31',
        2000,
        'read:1@node',
        'push:2@node',
        'emit:9@node',
        'onData:3@driver',
        'parse:4@driver',
      ],
      ['loadUsers:12', 1, 'read:1@node', 'push:2@node', 'onData:3@driver'],
      [null, 2000, 'read:1@node', 'push:2@node', 'other:5@node'],
    ],
  );
  assert.deepEqual(selves(profile), { 31: 100 });
});

test('finds a stack without its outer part in the middle of learned ones', () => {
  const profile = charged(
    [[100, 'onTurn:5@pg', 'parse:2@pg']],
    [
      ['loadOrders:31', 750, 'tick:1@node', 'onTurn:5@pg', 'parse:2@pg'],
      ['loadUsers:12', 250, 'tick:1@node', 'onTurn:5@pg', 'parse:2@pg'],
      [null, 4000, 'tick:1@node', 'parse:2@pg'],
    ],
  );
  assert.deepEqual(selves(profile), { 31: 75, 12: 25 });
});

test('divides stacks that V8 lost as all functions are learned, those of the user too', () => {
  const profile = charged(
    [[100, 'enter@v8']],
    [
      ['loadOrders:31', 6000, 'tick:1@node', 'parse:2@pg'],
      ['loadOrders:31', 4000, 'tick:1@node', 'handle:5'],
    ],
  );
  assert.deepEqual(selves(profile), { 31: 60, without: 40 });
});

test('charges what a pool does in its threads to the lines that post to them, and not on the main thread', () => {
  const measured = profileFromStacks([
    [40, 'onMessage:3@pool', 'send@native'],
    [40, 'onMessage:3@pool', 'send@native'],
    [40, 'flush:5@logger'],
    [30, 'onMessage:3@pool', 'job:60'],
  ]);
  measured.isolates.push({ pid: measured.isolates[0]!.pid, threadId: 1, role: 'worker' });
  measured.samples.isolate.fill(1, 40);
  const work = learned([
    ['loadOrders:31', 1, 'render:2@views'],
    ['loadUsers:12', 1, 'render:2@views'],
  ]);
  const posts = [...work.causes].map((cause, i) => ({
    ...{ pid: measured.isolates[0]!.pid, package: 'pool', cause, count: [300, 100][i]! },
  }));
  assert.deepEqual(selves(chargeAwaits(measured, { ...work, posts })), {
    ...{ 31: 30, 12: 10, 60: 30, without: 80 },
  });
});

test('never moves a sample with a frame of the user, and learns nothing from one', () => {
  const work = learned([
    ...parser,
    ['loadUsers:12', 9000, 'tick:1@node', 'parse:2@pg', 'readRow:3@pg', 'compare:50'],
  ]);
  const measured = profileFromStacks([
    [70, 'tick:1@node', 'handle:5', 'parse:2@pg', 'readRow:3@pg'],
    [30, 'handle:6'],
    [40, 'tick:1@node', 'parse:2@pg', 'readRow:3@pg'],
  ]);
  const profile = chargeAwaits(measured, work);
  assert.deepEqual(selves(profile), { 5: 70, 6: 30, 31: 30, 12: 10 });
  isClose(buildReport(profile, appOnly).viaAwaitShare, 40 / 140, 1e-9);
});

test('leaves idle samples idle, and gives nothing where nothing was learned', () => {
  const measured = profileFromStacks([
    [4, 'tick:1@node', 'parse:2@pg', 'readRow:3@pg'],
    [6, 'idle'],
  ]);
  const profile = chargeAwaits(measured, learned(parser));
  assert.equal(buildReport(profile, appOnly).onCpu, 4);
  assert.equal(chargeAwaits(measured, learned([])), measured);
});

test('keeps what ran, in the parts of the line and in the packages', () => {
  const measured = profileFromStacks([
    [30, 'tick:1@node', 'parse:2@pg', 'readRow:3@pg'],
    [20, 'tick:1@node', 'parse:2@pg', 'readRow:3@pg', 'memcpy@native'],
    [10, 'tick:1@node', 'parse:2@pg', 'readRow:3@pg', 'join@v8'],
    [25, 'tick:1@node', 'parse:2@pg', 'readRow:3@pg', 'gc'],
    [15, 'tick:1@node'],
  ]);
  const cause: LearnedStack[] = [
    ['loadOrders:31', 4000, 'tick:1@node', 'parse:2@pg', 'readRow:3@pg'],
    ['loadOrders:31', 4000, 'tick:1@node'],
  ];
  const before = buildReport(measured, appOnly);
  const after = buildReport(chargeAwaits(measured, learned(cause)), appOnly);
  const [line] = after.lines;
  assert.deepEqual(
    [line?.line, line?.self, line?.own, line?.parts],
    [31, 1, 0, { gc: 0.25, v8: 0.1, native: 0.2, core: 0.15, deps: 0.3 }],
  );
  const packages = ({ packages: all }: SampleReport) => all.filter(({ name }) => name !== '(app)');
  assert.deepEqual(packages(after), packages(before));
  assert.deepEqual([after.gcShare, after.withoutJs], [before.gcShare, before.withoutJs]);
});

/** Two lines with time of their own, and stacks that other lines have caused. */
const server: Stack[] = [
  [20, 'handle:5'],
  [10, 'tick:1@node', 'handle:5', 'query:4@pg'],
  [40, 'tick:1@node', 'read:1@undici', 'parse:2@pg', 'readRow:3@pg'],
  [20, 'tick:1@node', 'flush:6@pino'],
  [10, 'housekeep:7@pool', 'memcpy@native'],
];
const causes: LearnedStack[] = [
  ['handle:5 loadOrders:31', 40_000, 'tick:1@node', 'read:1@undici', 'parse:2@pg', 'readRow:3@pg'],
  ['handle:5', 40_000, 'tick:1@node', 'flush:6@pino'],
];

test('says of a line what ran after its awaits, by the outermost package, and of all lines', () => {
  const report = buildReport(charged(server, causes), appOnly);
  const [five, orders, ...others] = [...report.lines].sort((a, b) => a.line - b.line);
  assert.deepEqual(others, []);
  assert.deepEqual([five?.line, orders?.line], [5, 31]);
  isClose(five?.self, 0.5, 1e-9);
  isClose(five?.viaAwait, 0.2, 1e-9);
  isClose(orders?.viaAwait, 0.4, 1e-9);
  assert.deepEqual(
    five?.awaited?.map(({ name }) => name),
    ['pino'],
  );
  assert.deepEqual(
    orders?.awaited?.map(({ name }) => name),
    ['undici'],
  );
  // The caller of the line that has caused it has it in its total.
  isClose(five?.total, 0.9, 1e-9);
  isClose(report.viaAwaitShare, 0.6, 1e-9);
  isClose(report.unattributedShare, 0.1, 1e-9);
  const self = report.lines.reduce((sum, line) => sum + line.self, 0);
  isClose(self + report.unattributedShare, 1, 1e-9);
});

test('tells functions nothing of the frame after the await', () => {
  const { functions } = buildReport(charged(server, causes), appOnly);
  assert.deepEqual(
    functions.filter(({ file }) => file === ''),
    [],
  );
});

test('gives back what was measured, when what was charged is taken out', () => {
  const measured = profileFromStacks(server);
  const work = learned(causes);
  const before = buildReport(measured, appOnly);
  const profile = chargeAwaits(measured, work);
  assert.notDeepEqual(buildReport(profile, appOnly).lines, before.lines);
  const after = buildReport(withoutAwaits(profile), appOnly);
  assert.deepEqual(after.lines, before.lines);
  assert.deepEqual(after.unattributed, before.unattributed);
  assert.deepEqual(after.packages, before.packages);
  assert.equal(after.viaAwaitShare, 0);
  assert.equal(withoutAwaits(profile).awaitErrors, undefined);
  assert.equal(withoutAwaits(measured), measured);
});

test('draws work after an await in a frame below its line', () => {
  assert.deepEqual(drawn(charged(server, causes), false), [
    'handle 90',
    '  loadOrders 40',
    '    after await 40',
    '  after await 20',
    '(no visible frame) 10',
  ]);
});

test('draws it in the inverted view with the line that has caused it as caller', () => {
  assert.deepEqual(drawn(charged(server, causes), true), [
    'after await 60',
    '  loadOrders 40',
    '    handle 40',
    '  handle 20',
    'handle 30',
    '(no visible frame) 10',
  ]);
});

test('folds it into its line for a comparison', () => {
  const profile = charged(server, causes);
  const names = (awaits: 'drawn' | 'folded') => {
    const { visible, self } = visibleCalls(profile, { areas: ['app'], packages: [] }, awaits);
    const samples = new Map<string, number>();
    for (const node of new Set(visible)) {
      if (node < 0) continue;
      const { name } = profile.functions[profile.frames.function[profile.nodes.frame[node]!]!]!;
      samples.set(name, (samples.get(name) ?? 0) + self[node]!);
    }
    return Object.fromEntries(samples);
  };
  assert.deepEqual(names('folded'), { handle: 50, loadOrders: 40 });
  assert.deepEqual(names('drawn'), { handle: 30, loadOrders: 0, '(after await)': 60 });
});

test('is the same in a saved profile, with its errors', () => {
  const profile = charged(server, causes);
  const copy = profileFromJson(JSON.parse(JSON.stringify(profileToJson(profile))));
  assert.deepEqual([...copy.awaitErrors!.keys()].sort(), ['/app/main.js:31', '/app/main.js:5']);
  assert.deepEqual(copy, profile);
  assert.deepEqual(buildReport(copy, appOnly), buildReport(profile, appOnly));
});

function errorOf(line: number, factor: number): number {
  const stack = ['tick:1@node', 'parse:2@pg', 'readRow:3@pg'] as const;
  const { lines } = buildReport(
    charged(
      [
        [50, 'handle:5'],
        [50, ...stack],
      ],
      [
        ['loadOrders:31', 300 * factor, ...stack],
        ['loadUsers:12', 100 * factor, ...stack],
      ],
    ),
    appOnly,
  );
  return lines.find((each) => each.line === line)!.viaAwaitError!;
}

test('says how far off a line may be, which falls with the root of the learned samples', () => {
  // Half of the samples are divided by 400 that were learned.
  isClose(errorOf(31, 1), 0.5 * Math.sqrt((0.75 * 0.25) / 400), 0.0002);
  isClose(errorOf(12, 1), errorOf(31, 1), 0.0002);
  isClose(errorOf(31, 4) / errorOf(31, 1), 1 / 2, 0.01);
  isClose(errorOf(31, 16) / errorOf(31, 1), 1 / 4, 0.01);
});
