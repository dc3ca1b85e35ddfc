import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuProfileOrigin, foreignFromCpuProfile } from '../../src/analysis/import/cpuProfile.ts';
import { placeForeign, type ImportOptions } from '../../src/analysis/import/placeForeign.ts';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import type { Area } from '../../src/shared/vocabulary.ts';
import { filesOf } from '../support/textFiles.ts';

/** One function a line: `name line:column`, with what it calls below it, further in. */
const app = `function main() {
  hot();
}
function hot() {
  const a = 1;
  // nothing runs here
  return a;
}
const fast = () => hot();
`;

const file = '/app/main.js';
const disk = { [file]: app, '/app/package.json': '{}' };

interface Call {
  id: number;
  name: string;
  /** 0-based, as V8 has it. */
  line?: number;
  column?: number;
  url?: string;
  children?: number[];
  parent?: number;
  hitCount?: number;
  ticks?: [line: number, ticks: number][];
}

function node({ id, name, line = -1, column = -1, url, children, parent, hitCount, ticks }: Call) {
  return {
    id,
    callFrame: {
      functionName: name,
      scriptId: '1',
      url: url ?? (line < 0 ? '' : `file://${file}`),
      lineNumber: line,
      columnNumber: column,
    },
    hitCount: hitCount ?? 0,
    ...(children ? { children } : {}),
    ...(parent ? { parent } : {}),
    ...(ticks ? { positionTicks: ticks.map(([at, count]) => ({ line: at, ticks: count })) } : {}),
  };
}

const root: Call = { id: 1, name: '(root)', children: [2, 3] };
const main: Call = { id: 2, name: 'main', line: 0, column: 13, children: [4] };
const program: Call = { id: 3, name: '(program)' };
const hot: Call = { id: 4, name: 'hot', line: 3, column: 12 };

function profileOf(nodes: Call[], samples: number[], timeDeltas: number[]) {
  const length = timeDeltas.reduce((sum, delta) => sum + delta, 0);
  return { nodes: nodes.map(node), samples, timeDeltas, startTime: 1e9, endTime: 1e9 + length };
}

async function profileFromCpuProfile(json: unknown, options: ImportOptions) {
  return placeForeign([foreignFromCpuProfile(json)], cpuProfileOrigin, options);
}

/** Self of each function, and of each line (`line 5` of main.js, `?` after what is not exact), in percent. */
async function sharesOf(json: unknown, options: Partial<ImportOptions> = {}) {
  const profile = await profileFromCpuProfile(json, {
    workspaceFolders: ['/app'],
    files: filesOf(disk),
    ...options,
  });
  const report = buildReport(profile, new Set<Area>(['app', 'native', 'gc']));
  const percent = (share: number) => Math.round(share * 100);
  return {
    profile,
    report,
    functions: Object.fromEntries(
      profile.functions.map(({ name }) => [
        name,
        percent(
          report.functions.find((each) => each.name === name)?.self ??
            report.unattributed.find((each) => each.name === name)?.self ??
            0,
        ),
      ]),
    ),
    lines: Object.fromEntries(
      report.lines
        .filter(({ self }) => self > 0)
        .map(({ line, exact, self }) => [`${line}${exact ? '' : '?'}`, percent(self)]),
    ),
  };
}

/** So many samples of each node in turn, a millisecond each. */
function steady(nodes: Call[], counts: Record<number, number>) {
  const samples = Object.entries(counts).flatMap(([id, count]) =>
    Array.from({ length: count }, () => Number(id)),
  );
  return profileOf(
    nodes,
    samples,
    samples.map((_, i) => (i === 0 ? 0 : 1000)),
  );
}

test('weighs a sample by the time until the next one', async () => {
  // Every other sample of hot went on for three milliseconds.
  const samples = Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 4 : 2));
  const deltas = samples.map((_, i) => (i % 4 === 1 ? 3000 : 1000));
  const { functions, profile } = await sharesOf(
    profileOf([root, main, program, hot], samples, deltas),
  );
  assert.equal(functions['hot'], 67);
  assert.equal(functions['main'], 33);
  assert.equal(profile.intervalMicros, 1000);
  assert.equal(profile.windowMs, 601);
});

test('weighs a sample that went on for a day by that, in few samples', async () => {
  const day = 24 * 3600 * 1e6;
  const deltas = [0, 1000, day, 1000, 1000, 1000];
  const { functions, profile } = await sharesOf(
    profileOf([root, main, program, hot], [2, 4, 2, 2, 2, 2], deltas),
  );
  assert.equal(functions['hot'], 100);
  assert.equal(profile.samples.node.length, 100_000);
  assert.equal(Math.round((profile.windowMs * 1000) / day), 1);
});

test('puts samples that were written late where they belong', async () => {
  const json = profileOf([root, main, program, hot], [2, 4, 2], [0, 2000, -1000]);
  const { profile } = await sharesOf(json);
  assert.deepEqual([...profile.samples.timeMicros], [0, 1000, 2000]);
  assert.deepEqual(
    [...profile.samples.node].map(
      (at) => profile.functions[profile.frames.function[profile.nodes.frame[at]!]!]!.name,
    ),
    ['main', 'main', 'hot'],
  );
});

test('counts lines of call frames from 0 and ticks from 1', async () => {
  const ticked = {
    ...hot,
    ticks: [
      [5, 3],
      [7, 1],
    ] as [number, number][],
  };
  const { lines, profile } = await sharesOf(steady([root, main, program, ticked], { 4: 40 }));
  assert.deepEqual(lines, { 5: 75, 7: 25 });
  const placed = profile.functions.find(({ name }) => name === 'hot');
  assert.deepEqual([placed?.file, placed?.line, placed?.column], [file, 4, 13]);
});

test('mixes the lines of a function over the time', async () => {
  const ticked = {
    ...hot,
    ticks: [
      [5, 50],
      [7, 50],
    ] as [number, number][],
  };
  const { profile } = await sharesOf(steady([root, main, program, ticked], { 4: 100 }));
  const lineOf = (at: number) => profile.frames.line[profile.nodes.frame[at]!]!;
  const firstHalf = [...profile.samples.node.slice(0, 50)].map(lineOf);
  const share = firstHalf.filter((line) => line === 5).length / 50;
  assert.ok(share > 0.4 && share < 0.6, `${share}`);
});

test('shows no line that lies outside the function, and says how many there are', async () => {
  // Line 2 is of main, which was not inlined; line 6 is a comment; line 900 is of another file.
  const ticked = {
    ...hot,
    ticks: [
      [5, 4],
      [2, 2],
      [6, 2],
      [900, 2],
    ] as [number, number][],
  };
  const { lines, profile } = await sharesOf(steady([root, main, program, ticked], { 4: 100 }));
  assert.deepEqual(lines, { 5: 40, '4?': 60 });
  assert.equal(profile.misplacedSamples, 60);
});

test('shows no line that may be of a function of another file, inlined', async () => {
  const caller =
    'const { twice } = require("./lib");\nfunction run(n) {\n  return twice(n)\n    + 1;\n}\n';
  const library =
    'const once = (n) =>\n  n;\nexports.twice = function (n) {\n  return once(n) * 2;\n};\n// 6\n// 7\n';
  const run: Call = {
    ...{ id: 4, name: 'run', line: 1, column: 12 },
    // Line 4 is run's and twice's; line 2 is run's and once's, which twice calls.
    ticks: [
      [3, 1],
      [4, 1],
      [2, 1],
    ],
  };
  const other: Call = { id: 5, name: 'other', line: 6, column: 0, url: 'file:///app/lib.js' };
  const { lines } = await sharesOf(
    steady([{ ...root, children: [2, 3, 5] }, main, program, run, other], { 4: 300 }),
    { files: filesOf({ [file]: caller, '/app/lib.js': library }) },
  );
  assert.deepEqual(lines, { '2?': 100 });
  // Where the library is longer, the same lines are its own no more.
  const apart = await sharesOf(
    steady([{ ...root, children: [2, 3, 5] }, main, program, run, other], { 4: 300 }),
    { files: filesOf({ [file]: caller, '/app/lib.js': '\n'.repeat(9) + library }) },
  );
  assert.deepEqual(apart.lines, { 2: 33, 3: 33, 4: 33 });
});

test('shows no line where the text that ran is not at hand', async () => {
  const ticked = { ...hot, ticks: [[5, 1]] as [number, number][] };
  const { lines } = await sharesOf(steady([root, main, program, ticked], { 4: 10 }), {
    files: filesOf({}),
  });
  assert.deepEqual(lines, { '4?': 100 });
});

test('shows no line where the text on disk has no function there any more', async () => {
  const ticked = { ...hot, ticks: [[5, 1]] as [number, number][] };
  const { lines } = await sharesOf(steady([root, main, program, ticked], { 4: 10 }), {
    files: filesOf({ [file]: `// a new head\n${app}` }),
  });
  assert.deepEqual(lines, { '4?': 100 });
});

test('says which files have changed since, and takes their text for no text that ran', async () => {
  const { profile } = await sharesOf(steady([root, main, program, hot], { 4: 10 }), {
    files: filesOf(disk, 2000),
    takenAtMs: 1000,
  });
  assert.deepEqual(profile.notes, [
    'main.js has changed since the profile was taken: lines may be off.',
  ]);
  assert.equal(profile.sources.size, 0);
  const unchanged = await sharesOf(steady([root, main, program, hot], { 4: 10 }));
  assert.equal(unchanged.profile.sources.get(file), app);
});

test('counts idle time as idle, and time outside JavaScript as native', async () => {
  const idle: Call = { id: 5, name: '(idle)' };
  const gc: Call = { id: 6, name: '(garbage collector)', parent: 4 };
  const nodes = [{ ...root, children: [2, 3, 5] }, main, program, hot, idle, gc];
  const { functions, report, profile } = await sharesOf(
    steady(nodes, { 1: 10, 3: 10, 4: 40, 5: 100, 6: 40 }),
  );
  assert.equal(report.onCpu, 100);
  assert.equal(report.samples, 200);
  assert.ok(Math.abs(report.idleShare - 0.5) < 0.02, `${report.idleShare}`);
  assert.equal(report.gcShare, 0.4);
  assert.equal(functions['hot'], 40);
  // What V8 books on the root is of no function either.
  assert.ok(profile.functions.filter(({ name }) => name === '(program)').length === 1);
  assert.equal(profile.functions.find(({ name }) => name === '(program)')?.area, 'native');
});

test('reads nodes that only name their parent, in any order', async () => {
  const nodes: Call[] = [
    { ...hot, parent: 2 },
    { ...main, children: undefined!, parent: 1 },
    { id: 1, name: '(root)' },
  ];
  const { report } = await sharesOf(steady(nodes, { 4: 10 }));
  const total = (name: string) => report.functions.find((each) => each.name === name)?.total;
  assert.equal(total('main'), 1);
  assert.equal(total('hot'), 1);
});

test('reads the form of Node.js before 8, whose lines count from 1 and whose times are seconds', async () => {
  const old = (id: number, functionName: string, lineNumber: number, children: unknown[]) => ({
    functionName,
    url: lineNumber === 0 ? '' : file,
    lineNumber,
    columnNumber: lineNumber === 1 ? 14 : 13,
    scriptId: '3',
    hitCount: 1,
    id,
    children,
  });
  const { functions, profile, lines } = await sharesOf({
    head: old(1, '(root)', 0, [old(2, 'main', 1, [old(3, 'hot', 4, [])])]),
    startTime: 100,
    endTime: 100.02,
    samples: [2, 3, 3, 3],
    timestamps: [100e6, 100.005e6, 100.01e6, 100.015e6],
  });
  assert.equal(functions['hot'], 75);
  assert.deepEqual(lines, { '4?': 75, '1?': 25 });
  assert.equal(profile.windowMs, 20);
});

test('counts hits where the file has no samples', async () => {
  const nodes = [root, { ...main, hitCount: 25 }, program, { ...hot, hitCount: 75 }].map(node);
  const { functions, profile } = await sharesOf({ nodes, startTime: 0, endTime: 200_000 });
  assert.equal(functions['hot'], 75);
  assert.equal(profile.intervalMicros, 2000);
  assert.match(profile.notes.join(), /nothing is known of the order/);
});

test('finds the user\u2019s own files where no folder is named, and where the profile has none in it', async () => {
  const nodes = [root, main, program, { ...hot, url: 'file:///app/node_modules/lib/a.js' }];
  for (const workspaceFolders of [[], ['/elsewhere']]) {
    const { profile } = await sharesOf(steady(nodes, { 2: 5, 4: 5 }), { workspaceFolders });
    assert.deepEqual(profile.workspaceFolders, ['/app']);
    const area = (name: string) => profile.functions.find((each) => each.name === name)?.area;
    assert.equal(area('main'), 'app');
    assert.equal(area('hot'), 'deps');
  }
});

test('follows source maps to the files that a person wrote', async () => {
  const map = {
    version: 3,
    sources: ['main.ts'],
    names: [],
    // Lines 1 to 9 of main.js are lines 11 to 19 of main.ts.
    mappings: `AAUA;${Array.from({ length: 8 }, () => 'AACA').join(';')}`,
    sourcesContent: ['\n'.repeat(10) + app],
  };
  const texts = {
    [file]: `${app}//# sourceMappingURL=main.js.map\n`,
    '/app/main.js.map': JSON.stringify(map),
  };
  const ticked = { ...hot, ticks: [[5, 1]] as [number, number][] };
  const { profile, report } = await sharesOf(steady([root, main, program, ticked], { 4: 10 }), {
    files: filesOf(texts),
  });
  const [line] = report.lines;
  assert.deepEqual([line?.file, line?.line, line?.exact], ['/app/main.ts', 15, true]);
  assert.ok(profile.sources.has('/app/main.ts'));
});

test('gives functions without a name one from the text', async () => {
  const module: Call = { id: 2, name: '', line: 0, column: 0, children: [4] };
  const { profile } = await sharesOf(steady([root, module, program, hot], { 4: 10 }));
  assert.ok(profile.functions.some(({ name }) => name === '(module)'));
});

for (const [what, json, reason] of [
  ['nothing', null, 'it is no CPU profile'],
  ['a list', [], 'it is no CPU profile'],
  ['an object of another kind', {}, 'it has no nodes'],
  ['no nodes', { nodes: [] }, 'it has no samples'],
  ['a node that is none', { nodes: [null] }, 'its node 1 is none'],
  ['a node without a number', { nodes: [{}] }, 'its node 1 has no number'],
  ['a number twice', { nodes: [{ id: 1 }, { id: 1 }] }, 'two of its nodes have the number 1'],
  [
    'a circle',
    {
      nodes: [
        { id: 1, parent: 2 },
        { id: 2, parent: 1 },
      ],
    },
    'its calls go round in a circle',
  ],
  [
    'a sample of no node',
    { ...steady([root, main], {}), samples: [9], timeDeltas: [0] },
    'its sample 1 is of no node',
  ],
  [
    'a window of a year without samples',
    { nodes: [root, main].map(node), startTime: -1e308, endTime: 1e308 },
    'its times are impossible',
  ],
  [
    'a window of a year',
    { ...steady([root, main], { 2: 2 }), endTime: 1e15 },
    'its times are impossible',
  ],
] as const) {
  test(`refuses ${what} with a reason`, async () => {
    await assert.rejects(
      profileFromCpuProfile(json, { workspaceFolders: [], files: filesOf({}) }),
      new Error(reason),
    );
  });
}
