import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { createStyle } from '../../src/cli/terminal/style.ts';
import { terminalReport, type TerminalReportInput } from '../../src/cli/terminal/terminalReport.ts';
import { displayWidth } from '../../src/cli/terminal/displayText.ts';
import { TerminalOutput } from '../../src/cli/terminal/terminalOutput.ts';
import type {
  FunctionReport,
  IcReport,
  LineReport,
  PackageReport,
  Report,
  SamplingReport,
  V8Shares,
} from '../../src/shared/report.ts';
import { fewSamplesText } from '../../src/shared/samplerText.ts';
import type { PartShares, TierShares } from '../../src/shared/vocabulary.ts';

const noParts: PartShares = { gc: 0, v8: 0, native: 0, core: 0, deps: 0 };
const noTiers: TierShares = { ignition: 0, sparkplug: 0, maglev: 0, turbofan: 0 };

const lines: LineReport[] = [
  line('/shop/src/orderPage.ts', 42, 0.412, 0.021, { deps: 0.337, gc: 0.041, v8: 0.013 }),
  line('/shop/src/priceRules.ts', 118, 0.187, 0.171, { gc: 0.016 }),
  line('/shop/src/auth/verifyToken.ts', 27, 0.122, 0.001, { native: 0.109, core: 0.012 }),
  line('/shop/src/database/queries/loadOrdersOfCustomer.ts', 1204, 0.064, 0.031, { v8: 0.033 }),
  { ...line('/shop/src/slug.ts', 3, 0.031, 0.031, {}), exact: false },
  line('/shop/src/generated.min.js', 1, 0.012, 0.012, {}),
];
lines[1]!.tiers = { ...noTiers, turbofan: 0.09, ignition: 0.081 };
lines[4]!.tiers = { ...noTiers, sparkplug: 0.031 };

const functions: FunctionReport[] = [
  fn('renderOrderPage', '/shop/src/orderPage.ts', 31, 0.412, 0.024, 0.87, 'turbofan'),
  {
    ...fn('applyPriceRules', '/shop/src/priceRules.ts', 96, 0.21, 0.19, 0.26, 'turbofan'),
    tiers: { ...noTiers, turbofan: 0.1, ignition: 0.09 },
    marker: 'deopt-loop',
    reason: 'deoptimized 41 times: wrong map, at line 118',
    deopts: [
      {
        reason: 'wrong map',
        kind: 'deopt-eager',
        file: '/shop/src/priceRules.ts',
        line: 118,
        column: 9,
        count: 41,
      },
    ],
  },
  fn('verifyToken', '/shop/src/auth/verifyToken.ts', 12, 0.122, 0.001, 0.124, 'maglev'),
  fn(
    'loadOrdersOfCustomer',
    '/shop/src/database/queries/loadOrdersOfCustomer.ts',
    1190,
    0.07,
    0.031,
    0.072,
    'turbofan',
  ),
  {
    ...fn('slug', '/shop/src/slug.ts', 3, 0.031, 0.031, 0.031, 'sparkplug'),
    marker: 'not-optimized',
    reason: '97 % of its own time ran in sparkplug, the baseline compiler that does not optimize',
  },
];

const report: Report = {
  hotframe: 1,
  target: {
    pid: 4711,
    node: '20.20.2',
    v8: '11.3.244.8-node.38',
    command: ['node', 'server.js', '--port', '3000'],
    cwd: '/shop',
    url: 'http://127.0.0.1:3000',
    listenMs: 312.4,
    processes: [{ pid: 4711, threadId: 0, role: 'main', samples: 9_421 }],
  },
  load: {
    url: 'http://127.0.0.1:3000/orders?limit=50',
    connections: 10,
    durationS: 10,
    requests: 41_234,
    reqPerS: { mean: 4123.4, stdev: 120.6, samples: [3900, 4150, 4220] },
    latencyMs: { mean: 2.41, p50: 2.12, p90: 3.44, p97_5: 5.02, p99: 8.13, max: 31.4 },
    bytesPerS: 12_140_000,
    errors: 0,
    timeouts: 0,
    non2xx: 0,
    warnings: ['The load process itself used 93 % of a core: the server may be faster than shown.'],
  },
  sampling: {
    sampler: 'v8log',
    intervalMicros: 1000,
    samples: 9_421,
    onCpu: 8_640,
    idleShare: 0.083,
    gcShare: 0.061,
    unattributedShare: 0.156,
    withoutJs: { native: 0.085, v8: 0, gc: 0.005 },
    idleOf: { pid: 4711, threadId: 0 },
    windowMs: 10_012,
    cpuMicrosPerRequest: 213,
  },
  lines,
  functions,
  packages: [
    package_('mustache', 0.301, 0.42, { gc: 0.05 }),
    package_('(app)', 0.243, 0.92, { native: 0.13, v8: 0.03, gc: 0.011 }),
    package_('(node)', 0.272, 0.98, { native: 0.13 }),
    package_('express', 0.02, 0.9),
    package_('react-dom', 0.03, 0.47),
    ...['body-parser', 'a', 'b', 'c'].map((name, index) =>
      package_(name, 0.017 - index * 0.004, 0.02),
    ),
  ],
  unattributed: [
    {
      ...{ name: 'parserOnHeadersComplete', file: 'node:_http_common', area: 'core', package: '' },
      self: 0.081,
    },
    { name: 'finalhandler', area: 'deps', package: 'finalhandler', self: 0.031 },
    { name: 'afterWriteDispatched', area: 'core', package: '', self: 0.012 },
  ],
  notes: ['The source map of /shop/dist/legacy.js could not be read: it is not JSON.'],
  failure: null,
};

const sources: Record<string, string> = {
  '/shop/src/orderPage.ts': text(42, '  return templates.order({ customer, orders, total });'),
  '/shop/src/priceRules.ts': text(
    118,
    '    if (rule.matches(order)) price = rule.apply(price, order);',
  ),
  '/shop/src/auth/verifyToken.ts': text(
    27,
    "  const key = pbkdf2Sync(token, salt, 1000, 32, 'sha256');",
  ),
  '/shop/src/database/queries/loadOrdersOfCustomer.ts': text(
    1204,
    '\treturn JSON.parse(row.payload) as Order; // \u001b[31mnot red\u001b[0m 注文',
  ),
  '/shop/src/slug.ts': text(3, 'export function slug(title: string): string {'),
  '/shop/src/generated.min.js': 'var a=1;'.repeat(100_000),
};

const input: TerminalReportInput = {
  report,
  sourceOf: (file) => sources[file] ?? null,
  functionsAt: (file, at) =>
    functions.filter((each) => each.file === file && at >= each.line && at < each.line + 30),
};

/** Narrow no-break spaces are shown as `_`. `SHOW=1` prints what the layout test sees. */
function print(changes: Partial<TerminalReportInput>, columns: number): string {
  const style = createStyle({ columns, colour: false, baseFolder: '/shop' });
  return terminalReport({ ...input, ...changes }, style).replaceAll('\u202f', '_');
}

for (const columns of [80, 100, 120, 160]) {
  test(`fits into ${columns} columns`, () => {
    const printed = print({}, columns);
    if (process.env['SHOW']) console.log(printed);
    for (const each of printed.split('\n')) {
      assert.ok(displayWidth(each) <= columns, `${displayWidth(each)} columns: ${each}`);
      assert.equal(each, each.trimEnd(), 'no white space at the end');
    }
  });
}

test('shows a hot line with its share, place, text and what the time was', () => {
  const printed = print({}, 120);
  assert.match(
    printed,
    / 41\.2 % {2}█+ +src\/orderPage\.ts:42 +return templates\.order\(\{ customer, orders, total \}\);\n +33\.7 % packages, 4\.1 % GC, 2\.1 % own, 1\.3 % V8 builtins\n/,
  );
});

test('says what ran around the handlers, and what of a request counts for no line', () => {
  assert.match(
    print({}, 200),
    /No visible code on the stack for 15\.6 %\. Around your handlers: Node\.js HTTP 8\.1 %, finalhandler 3\.1 %, Node\.js core 1\.2 %\. A request takes 33\.\d µs of CPU time\s+there, which counts for no line of yours\./,
  );
});

test('lists packages with their outermost functions where the lines have next to nothing', () => {
  const packageFile = '/shop/node_modules/@hapi/hapi/lib';
  const hapi = (name: string, total: number) => ({
    ...fn(name, `${packageFile}/request.js`, 371, 0.1, 0.1, total, 'turbofan'),
    ...{ area: 'deps' as const, package: '@hapi/hapi' },
  });
  const small = {
    ...report,
    lines: [{ ...lines[0]!, self: 0.03 }],
    functions: [hapi('_reply', 0.4), hapi('_execute', 0.9)],
    packages: [
      package_('(node)', 0.3, 0.98),
      package_('@hapi/hapi', 0.64, 0.91),
      package_('(app)', 0.03, 0.97),
      package_('tiny', 0.001, 0.002),
    ],
  };
  const printed = print({ report: small }, 120);
  const section = printed.slice(printed.indexOf('Packages by total'), printed.indexOf('Hot func'));
  assert.deepEqual(section.trimEnd().split('\n').slice(2), [
    '   98.0 %   30.0 %  Node.js core',
    '   91.0 %   64.0 %  @hapi/hapi              _execute  node_modules/@hapi/hapi/lib/request.js:371',
  ]);
  assert.doesNotMatch(print({}, 120), /Packages by total/);
  for (const each of print({ report: small }, 80).split('\n')) {
    assert.ok(displayWidth(each) <= 80, each);
  }
});

test('names the builtins that a line spent its time in', () => {
  const builtins = [
    { name: 'KeyedLoadIC_Megamorphic', self: 0.008 },
    { name: 'RegExp /\u001b[2J/', self: 0.005 },
  ];
  const printed = print({ report: { ...report, lines: [{ ...lines[0]!, builtins }] } }, 160);
  assert.match(
    printed,
    /1\.3 % V8 builtins \(KeyedLoadIC_Megamorphic 0\.8 %, RegExp \/\/ 0\.5 %\)\n/,
  );
});

const price: IcReport = {
  ...{ kind: 'load', property: 'price', column: 9, state: 'megamorphic' },
  ...{ shapeCount: 12, shapes: ['{ id, price }', '{ price }'], keyCount: 0, misses: 0 },
};

test('tells the accesses of a deep run at which several shapes come by', () => {
  const ics: IcReport[] = [
    price,
    { ...price, property: '', kind: 'keyed-load', state: 'polymorphic', shapeCount: 2 },
    { ...price, property: 'id', state: 'monomorphic', shapeCount: 1 },
  ];
  const deep = { ...report, sampling: { ...report.sampling!, deep: true } };
  const printed = print({ report: { ...deep, lines: [{ ...lines[0]!, ics }] } }, 120);
  assert.match(
    printed,
    / 41\.2 % {2}src\/orderPage\.ts:42 {2}megamorphic \.price {2}at least 12 shapes: \{ id, price \} \{ price \} …\n/,
  );
  assert.match(printed, / polymorphic \[…\] {5}2 shapes: \{ id, price \} \{ price \}\n/);
  assert.doesNotMatch(printed, /\.id\b/);
  assert.match(
    print({ report: deep }, 120),
    /At no access of these lines has V8 seen objects of a second shape/,
  );
  assert.doesNotMatch(print({}, 120), /Property accesses/);
});

test('shows a marker with its reason once among the lines, where the code deoptimizes', () => {
  const deopting = functions[1]!;
  const two = [lines[1]!, { ...lines[1]!, line: 110, self: 0.5 }];
  const printed = print(
    { report: { ...report, lines: two, functions: [] }, functionsAt: () => [deopting] },
    120,
  );
  assert.equal(printed.split('⚠ deoptimized 41 times: wrong map, at line 118').length, 2);
  assert.match(printed, /priceRules\.ts:118 .*\n.*\n +⚠ deoptimized/);
});

test('says where only the function of a line is known', () => {
  assert.match(print({}, 120), /slug\.ts:3 .*\n +line not known, all of slug · sparkplug\n/);
});

test('lets nothing of the profiled program reach the terminal as a sequence', () => {
  assert.match(print({}, 160), /as Order; \/\/ not red 注文/);
  const evil = { ...functions[0]!, name: 'a\u001b]0;title\u0007b\nc' };
  const printed = print({ report: { ...report, functions: [evil], notes: ['x\u001b[2Jy'] } }, 120);
  assert.doesNotMatch(printed, /[\u0000-\u0009\u000b-\u001f]/);
});

test('tells the time by the JavaScript that caused it, the whole of it', () => {
  const printed = print({}, 120);
  const rows = [...printed.matchAll(/^ {2}(\S.{0,25}) +([\d.]+) % +(?:([\d.]+) %)? +[█▉▊▋▌▍▎▏]/gm)];
  const shares = rows.map(([, name, self, total]) => [name!.trim(), Number(self), Number(total)]);
  assert.deepEqual(shares, [
    ['mustache', 30.1, 42],
    ['Node.js core', 27.2, 98],
    ['your code (app)', 24.3, 92],
    ['no JavaScript', 9, NaN],
    ['react-dom', 3, 47],
    ['express', 2, 90],

    ['body-parser', 1.7, 2],
    ['2 other packages', 1.4, NaN],
    ['a', 1.3, 2],
  ]);
  assert.ok(Math.abs(rows.reduce((sum, [, , self]) => sum + Number(self), 0) - 100) < 0.5);
  assert.match(printed, /your code \(app\).*█.? +13\.0 % native, 3\.0 % V8, 1\.1 % GC\n/);
  assert.match(
    printed.replaceAll(/\s+/g, ' '),
    /Garbage collection was 6\.1 % in all\. No JavaScript is Node\.js itself/,
  );
});

test('tells what each function allocates in a run of allocations, and nothing of time', () => {
  const memory = {
    ...{ bytesPerRequest: 1000, gcMsPerRequest: 0.05, retainedBytesPerRequest: null },
    ...{ externalBytes: 2_000_000, problem: null },
    functions: [7, 6, 5, 4, 3, 2, 1].map((tens) => {
      return { name: `f${tens}`, file: '/shop/a.js', line: tens, bytesPerRequest: 30 * tens };
    }),
    elsewhereBytesPerRequest: 160,
  };
  const text = print(
    {
      report: { ...report, sampling: null, lines: [], functions: [], packages: [], memory },
    },
    100,
  );
  assert.match(
    text,
    /What allocates {2}bytes per request.*not time\n +210 B +21\.0 % +f7 .*a\.js:7/,
  );
  assert.match(text, /30 B +3\.0 % +in 1 more\n +160 B +16\.0 % +without any of these functions\n/);
  assert.match(text, /A request allocates 1\.00 kB and costs 0\.05 ms of garbage collection\./);
  assert.doesNotMatch(text, /Where the time went|Hot lines/);
});

test('says whose idle time it tells', () => {
  assert.match(print({}, 120), /The main thread was idle or without a CPU for 8\.3 % of the/);
  const worker = { pid: 4711, threadId: 1, role: 'worker' as const, samples: 0, onCpu: 0 };
  const main = { ...worker, threadId: 0, role: 'main' as const, onCpu: 9000, idleShare: 0.07 };
  const child = { ...main, pid: 4712, role: 'child' as const, onCpu: 900, idleShare: 0.9 };
  const target = { ...report.target!, processes: [main, { ...worker, idleShare: 1 }, child] };
  const printed = print({ report: { ...report, target } }, 120);
  assert.match(printed, /The main thread of process 4711 was idle or/);
  assert.match(printed, / 90\.9 % {2}main process 4711, idle 7\.0 %\n/);
  assert.match(printed, / {4}idle {2}worker thread 1 of process 4711\n/);
});

test('says how far few samples can be trusted, once and with one advice', () => {
  const of = (onCpu: number, part: Partial<Report> = {}) =>
    print({ report: { ...report, ...part, sampling: { ...report.sampling!, onCpu } } }, 160);
  assert.match(
    of(100, { load: null }),
    /Only 100 samples met code on the CPU: a share can be off by 10 points\. More load or a longer duration/,
  );
  assert.match(
    of(0, { load: null, lines: [], functions: [] }),
    /no samples on CPU[^]*No sample met code on the CPU, so there are no shares\. More load or a longer/,
  );
  // The warnings of a load have it.
  assert.doesNotMatch(of(100), /met code/);
  assert.match(
    fewSamplesText({ onCpu: 1, sampler: 'imported' })!,
    /^Only 1 sample met code on the CPU: a share can be off by 98 points\. Record for longer/,
  );
  assert.equal(fewSamplesText({ onCpu: 200 }), null);
});

test('shows the load alone where a run failed under it', () => {
  const failed: Report = {
    ...report,
    sampling: null,
    lines: [],
    functions: [],
    notes: [],
    load: { ...report.load!, errors: 3, timeouts: 1, non2xx: 1200, warnings: [] },
    failure: { kind: 'target-died', message: 'It died.' },
  };
  const printed = print({ report: failed }, 100);
  assert.match(printed, /41_234 answers, 12\.1 MB\/s, 3 errors, 1 timeout, 1_200 not 2xx\n$/);
  assert.doesNotMatch(printed, /Hot|Where/);
});

test('uses colour only where it is asked for', () => {
  const plain = createStyle({ columns: 100, colour: false, baseFolder: '/shop' });
  const colourful = createStyle({ columns: 100, colour: true, baseFolder: '/shop' });
  assert.ok(!written(terminalReport(input, plain)).includes('\u001b'));
  const coloured = written(terminalReport(input, colourful));
  assert.ok(coloured.includes('\u001b['));
  assert.equal(stripVTControlCharacters(coloured), written(terminalReport(input, plain)));
});

function written(report: string): string {
  let text = '';
  new TerminalOutput({ write: (part) => (text += part) }).write(report);
  return text;
}

function line(
  file: string,
  at: number,
  self: number,
  own: number,
  parts: Partial<PartShares>,
): LineReport {
  return {
    file,
    line: at,
    self,
    own,
    total: self + 0.01,
    parts: { ...noParts, ...parts },
    tiers: { ...noTiers, turbofan: own },
    exact: true,
  };
}

function fn(
  name: string,
  file: string,
  at: number,
  self: number,
  own: number,
  total: number,
  tier: keyof TierShares,
): FunctionReport {
  return {
    name,
    file,
    line: at,
    column: 8,
    area: 'app',
    package: '',
    self,
    own,
    total,
    tiers: { ...noTiers, [tier]: own },
    marker: null,
    reason: null,
    deopts: [],
  };
}

/** A source whose line `at` is `content`. */
function text(at: number, content: string): string {
  return `${'\n'.repeat(at - 1)}${content}\n`;
}

test('says what of the CPU time was for sampling, where it is known', () => {
  const told = (sampling: Partial<SamplingReport>) =>
    print(
      { report: { ...report, sampling: { ...report.sampling!, ...sampling } } },
      160,
    ).replaceAll(/\s+/g, ' ');
  const took = /One request took 213.µs of CPU time/;
  assert.match(
    told({ costShare: 0.0194 }),
    new RegExp(`${took.source}, 1\\.9.% of it for sampling\\.`),
  );
  assert.match(told({ costShare: null }), new RegExp(`${took.source}\\.`));
  assert.match(
    told({ costShare: 0.0194, cpuMicrosPerRequest: null }),
    /Sampling took 1\.9.% of the server's CPU time\./,
  );
});

test('says of a process that was attached to what it does not know', () => {
  const { listenMs: _, ...target } = report.target!;
  const attached: Report = {
    ...report,
    target,
    sampling: {
      ...report.sampling!,
      sampler: 'inspector',
      tiers: false,
      lines: 'innermost',
      misplacedShare: 0.12,
    },
  };
  const style = createStyle({ columns: 100, colour: false, baseFolder: '/shop' });
  const words = terminalReport({ ...input, report: attached }, style);
  assert.match(words, /^Node\.js 20\.20\.2, attached to process 4711$/m);
  assert.match(words, /8.640 samples on CPU, one every 1 ms, less exact/);
});

function package_(
  name: string,
  self: number,
  total: number,
  parts: Partial<V8Shares> = {},
): PackageReport {
  return { name, self, total, parts: { native: 0, v8: 0, gc: 0, ...parts } };
}
