import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readArguments } from '../../src/cli/arguments.ts';
import { MeasureReporter } from '../../src/cli/measureReporter.ts';
import type { MeasureInvocation } from '../../src/cli/options/measureArguments.ts';
import { TerminalOutput } from '../../src/cli/terminal/terminalOutput.ts';
import { isNarrow } from '../../src/engine/measure/measureEnd.ts';
import type { MeasureProgress } from '../../src/shared/measure.ts';
import { endWording } from '../../src/shared/measureText.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'measure-arguments-')));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, '.vscode'));
const launch = ['node', 'server.js'];
const scenarios = {
  plain: { launch, requests: [{ path: '/' }], duration: 20, warmup: 4 },
  cached: { launch, env: { CACHE: '1' }, requests: [{ path: '/orders' }], duration: 20 },
};
writeFileSync(join(folder, '.vscode/hotframe.json'), JSON.stringify({ scenarios }));

function measureOf(...argv: string[]): MeasureInvocation {
  const invocation = readArguments(['measure', ...argv], '1.2.3', folder);
  assert.equal(invocation.kind, 'measure', JSON.stringify(invocation));
  return (invocation as { options: MeasureInvocation }).options;
}

test('measures the working tree against HEAD by short runs where nothing else is said', () => {
  const { options, ...outputs } = measureOf('--', 'node', 'server.js');
  const { run, ...rest } = options;
  assert.deepEqual(rest, {
    base: { kind: 'revision', revision: 'HEAD' },
    head: { kind: 'working-tree' },
    build: null,
    links: [],
    budgetS: 120,
    precisionPercent: 2.5,
  });
  assert.deepEqual(run.command, ['node', 'server.js']);
  assert.deepEqual([run.load.durationS, run.load.warmupS, run.load.connections], [2, 1, 10]);
  assert.deepEqual(outputs, {
    ...{ failOnRegressionPercent: null, json: null, markdown: null, out: null },
    verbose: false,
  });
});

test('takes its own options, and every one of a run', () => {
  const own = [
    '--base',
    'v1',
    '--head',
    'main',
    '--build',
    'make',
    '--link',
    'data',
    '--link',
    'a/b',
  ];
  const limits = ['--budget', '30', '--precision', '1', '--fail-on-regression', '5'];
  const outputs = ['--json', '-', '--markdown', 'a.md', '--out', 'runs'];
  const words = ['-c', '3', '-d', '8', '--warmup', '0', '--url', '/x', '--interval', '200'];
  const all = [...own, ...limits, ...outputs, ...words];
  const { options, ...rest } = measureOf(...all, '--', 'npm', 'start');
  assert.deepEqual(options.base, { kind: 'revision', revision: 'v1' });
  assert.deepEqual(options.head, { kind: 'revision', revision: 'main' });
  assert.deepEqual(options.links, [join(folder, 'data'), join(folder, 'a/b')]);
  assert.deepEqual([options.build, options.budgetS, options.precisionPercent], ['make', 30, 1]);
  const { load, intervalMicros } = options.run;
  assert.deepEqual(
    [load.connections, load.durationS, load.warmupS, load.url, intervalMicros],
    [3, 8, 0, '/x', 200],
  );
  assert.deepEqual(rest, {
    ...{ failOnRegressionPercent: 5, json: '-', markdown: join(folder, 'a.md') },
    ...{ out: join(folder, 'runs'), verbose: false },
  });
});

test('measures two launches of scenarios under one load, and keeps the runs short', () => {
  const { options } = measureOf('--base-scenario', 'plain', '--head-scenario', 'cached');
  const { base, head, run } = options;
  assert.ok(base.kind === 'launch' && head.kind === 'launch');
  assert.deepEqual([base.name, base.launch.env], ['plain', {}]);
  assert.deepEqual([head.name, head.launch.env], ['cached', { CACHE: '1' }]);
  assert.deepEqual(
    run.load.requests.map(({ path }) => path),
    ['/orders'],
  );
  assert.deepEqual([run.load.durationS, run.load.warmupS, run.load.scenario], [2, 1, 'cached']);
  const warm = measureOf('--scenario', 'plain').options.run.load;
  assert.deepEqual([warm.durationS, warm.warmupS], [2, 4], 'a cache that must be filled stays so');
});

test('refuses a folder that holds the runs of another measuring', () => {
  mkdirSync(join(folder, 'kept'));
  writeFileSync(join(folder, 'kept/head-02.cpuprofile'), '');
  const invocation = readArguments(['measure', '--out', 'kept', '--', 'node', 'a'], '1', folder);
  assert.match((invocation as { message: string }).message, /holds the runs of another measuring/);
});

const running: MeasureProgress = {
  step: {
    kind: 'running',
    side: 'head',
    run: 10,
    state: { phase: 'warming', durationS: 1 },
    load: null,
  },
  elapsedS: 40.4,
  budgetS: 120,
  pairs: 4,
  estimate: {
    metric: 'cpuMicrosPerRequest',
    change: { percent: -4, lowPercent: -12, highPercent: 3.1 },
    verdict: { kind: 'cannot-tell', metric: 'cpuMicrosPerRequest', reason: 'too-noisy', help: '' },
    wantedPercent: 2.5,
  },
};

test('writes one line over and over on a terminal, and cuts it there', () => {
  let text = '';
  const write = (part: string) => (text += part);
  const stream = new TerminalOutput({ write, isTTY: true, columns: 60 });
  const reporter = new MeasureReporter(stream, { showOutput: false });
  reporter.onProgress({
    ...running,
    step: { kind: 'building', side: 'base', command: 'a\x1b[2J' },
  });
  reporter.onProgress(running);
  reporter.onProgress(running);
  reporter.onOutput('not shown\n');
  reporter.end();
  assert.deepEqual(text.split('\r\x1b[K'), [
    '',
    'Building the base: a',
    'CPU per request −12 to +3.1 % (until ±2.5 %) · 4 pairs · 4…',
    '',
  ]);
});

test('writes a line for each pair where there is no terminal', () => {
  let text = '';
  const stream = new TerminalOutput({ write: (part: string) => (text += part) });
  const reporter = new MeasureReporter(stream, { showOutput: true });
  reporter.onProgress({ ...running, step: { kind: 'checking-out', side: 'base' } });
  for (const pairs of [0, 0, 1, 1]) {
    reporter.onProgress({ ...running, pairs, elapsedS: Math.random(), estimate: null });
  }
  reporter.onOutput('half a line');
  reporter.onProgress(running);
  reporter.end();
  assert.equal(
    text,
    'Checking out the base\nno pairs\n1 pair\nhalf a line\nCPU per request −12 to +3.1 % (until ±2.5 %) · 4 pairs\n',
  );
});

for (const [low, high, precision, expected] of [
  [-2, 3, 2.5, true],
  [-3, 3, 2.5, false],
  // A large difference is known well enough by a fifth of itself.
  [26, 38, 2.5, true],
  [10, 38, 2.5, false],
  [-38, -26, 2.5, true],
] as const) {
  test(`${low} to ${high} % is ${expected ? '' : 'not '}narrow enough for ±${precision} %`, () => {
    const change = { percent: (low + high) / 2, lowPercent: low, highPercent: high };
    assert.equal(isNarrow(change, precision), expected);
  });
}

test('says what a budget would have to be for a verdict', () => {
  const facts = { elapsedS: 19, budgetS: 20, minPairs: 4, secondsPerPair: 11, problem: null };
  assert.equal(
    endWording('budget', { ...facts, pairs: 1 }),
    'Ended after 1 pair of runs, because the 20 seconds for it were over. 4 pairs take about 50 seconds here.',
  );
  assert.equal(
    endWording('budget', { ...facts, pairs: 5 }),
    'Ended after 5 pairs of runs, because the 20 seconds for it were over.',
  );
});
