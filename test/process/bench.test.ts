import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { BenchReport } from '../../src/shared/bench.ts';
import { CliRun, workspaces } from './cliDriver.ts';
import { detail, once } from '../support/detail.ts';

const functions = join(workspaces, 'functions');
const folder = mkdtempSync(join(tmpdir(), 'bench-test-'));
after(() => rmSync(folder, { recursive: true }));

const fixture = join(folder, 'calls.mjs');
writeFileSync(
  fixture,
  `const list = Array.from({ length: 200 }, (_, i) => ((i * 7919) % 1000) + 1);
export const calls = [{ args: [list] }, { args: [list.slice(0, 100)] }];`,
);

/** A server and a load for a test that asks nothing of shares. */
const lightly = ['-d', '1', '--warmup', '0.2', '--rate', '40', '--', 'node', 'server.js'];

const text = readFileSync(join(functions, 'work.js'), 'utf8');

/** `work.js:3`, where the text begins a line. */
function at(beginning: string): string {
  const line = text.split('\n').findIndex((each) => each.trim().startsWith(beginning)) + 1;
  assert.ok(line > 0, beginning);
  return `work.js:${line}`;
}

/** A benchmark with a rival is three runs and ten processes, one after the other. */
const maxS = 120;

async function benched(...words: string[]): Promise<BenchReport> {
  const cli = new CliRun(['bench', '--json', '-', ...words], functions);
  assert.equal(await cli.exit(maxS), 0, cli.stderr);
  await cli.leftNothing();
  return JSON.parse(cli.stdout) as BenchReport;
}

once(
  'measures a function with the calls of the load, and against one that answers alike',
  async () => {
    const report = await benched(
      ...[at('function sumByLoop'), '--against', at('function sumByReduce'), '--budget', '8'],
      ...['-d', '1', '--warmup', '1', '--', 'node', 'server.js'],
    );
    const { recording, measured, rival, answers, comparison, prediction } = report;
    assert.equal(report.function.name, 'sumByLoop');
    // Ten calls of the handler, and one of later; the last requests are under way when it ends.
    const perRequest = recording!.calls / recording!.requests;
    assert.ok(Math.abs(perRequest - 11) < 0.5, `${perRequest} calls in a request`);
    assert.ok(recording!.kept > 0 && recording!.kept <= 64);
    for (const figures of [measured, rival!]) {
      assert.equal(figures.elimination, 'measured');
      assert.ok(figures.nsPerCall!.low > 10 && figures.nsPerCall!.high < 100_000);
      const tiers = figures.tiers.map(({ tier }) => tier);
      assert.ok(tiers.includes('turbofan'), `tiers: ${tiers.join()}`);
      assert.ok(figures.bytesPerCall! < 16);
    }
    assert.deepEqual([answers!.differing, answers!.isUnsteady], [0, false]);
    assert.equal(comparison!.judged, 'rival');
    assert.ok(prediction);
  },
);

detail(
  'gives no time for a function that does nothing, and no verdict where V8 may remove work',
  async () => {
    const nothing = await benched('--fixture', fixture, at('function nothing'));
    assert.match(nothing.measured.elimination, /nothing-left|within-noise/);
    assert.equal(nothing.measured.nsPerCall, null);

    const cli = new CliRun(
      [
        ...['bench', '--fixture', fixture, at('function deadCode')],
        ...['--against', at('function nothing'), '--budget', '5'],
      ],
      functions,
    );
    assert.equal(await cli.exit(), 0, cli.stderr);
    assert.match(
      cli.stdout,
      /V8 may have removed work in it|whether V8 has removed its work|V8 has removed its work/,
    );
    assert.match(cli.stdout, /^No verdict: /m);
    assert.doesNotMatch(cli.stdout, /Faster|Slower/);
  },
);

detail('gives no verdict on functions that answer differently, and shows where', async () => {
  const wrong = at('function sumWrongly');
  const report = await benched('--fixture', fixture, at('function sumByLoop'), '--against', wrong);
  assert.equal(report.comparison, null);
  assert.equal(report.answers!.differing, 2);
  assert.match(report.answers!.differences[0]!, /^call 1: returns \d+, and the other \d+$/);
});

detail('measures with the flags of the server, also those that Hotframe has, too', async () => {
  const isOld = Number(process.versions.node.split('.')[0]) < 20;
  const flags = ['--no-sparkplug', '--no-opt', ...(isOld ? [] : ['--no-maglev'])];
  const command = ['node', ...flags, 'server.js'];
  const report = await benched(at('function sumByLoop'), '-d', '1', '--', ...command);
  assert.equal(report.measured.clock, 'cpu');
  assert.deepEqual(report.measured.tiers, [{ tier: 'ignition', processes: 6 }]);
});

detail('tells CPU time, and by the clock how long a call waits or a promise takes', async () => {
  const file = join(folder, 'waits.cjs');
  writeFileSync(
    file,
    `const cell = new Int32Array(new SharedArrayBuffer(4));
exports.wait = function wait(ms) {
  return Atomics.wait(cell, 0, 0, ms);
};
exports.later = async function later(ms) {
  await new Promise((done) => setTimeout(done, ms));
  return ms;
};`,
  );
  const calls = join(folder, 'waits.mjs');
  writeFileSync(calls, 'export const calls = [{ args: [4] }];');
  const waiting = await benched('--fixture', calls, `${file}:3`);
  assert.equal(waiting.measured.clock, 'cpu');
  assert.ok(waiting.measured.nsPerCall!.high < 3e6, JSON.stringify(waiting.measured));
  assert.ok(waiting.measured.waitsNs! >= 3.9e6, String(waiting.measured.waitsNs));
  assert.match(waiting.notes.join('\n'), /By the clock a call lasts at least 4\.\d+ ms: it waits/);
  const later = await benched('--fixture', calls, `${file}:5`);
  assert.equal(later.measured.clock, 'wall');
  assert.ok(later.measured.nsPerCall!.estimate > 3.9e6, JSON.stringify(later.measured));
});

detail('copies what a function changes for each call', async () => {
  const file = join(folder, 'numbers.mjs');
  writeFileSync(file, 'export const calls = [{ args: [[5, 3, 9, 1, 7, 2, 8]] }];');
  const report = await benched('--fixture', file, at('function sortInPlace'));
  assert.ok(report.measured.mutates);
  assert.match(report.notes.join('\n'), /changes its arguments or `this`/);
});

once('asks for calls that are made anew where they can’t be copied', async () => {
  const file = join(folder, 'objects.mjs');
  writeFileSync(file, 'class Own {}\nexport const calls = [{ this: new Own(), args: [[1]] }];');
  const cli = new CliRun(['bench', '--fixture', file, at('function sumByLoop')], functions);
  assert.equal(await cli.exit(), 1, cli.stdout);
  assert.match(cli.stderr, /objects of classes, which can't be copied: export calls as a function/);
});

detail('writes a benchmark that runs without Hotframe', async () => {
  const file = join(folder, 'written.mjs');
  const report = await benched('--fixture', fixture, at('function sumByLoop'), '--write', file);
  assert.deepEqual(report.written, [file, `${file}.calls.json`]);
  assert.match(
    readFileSync(file, 'utf8'),
    /import \{ bench, do_not_optimize, run \} from 'mitata'/,
  );
});

once('says of calls that can’t be copied what to do', async () => {
  const cli = new CliRun(['bench', at('function onRequest'), ...lightly], functions);
  assert.equal(await cli.exit(), 1, cli.stdout);
  assert.match(cli.stderr, /onRequest can't be kept, because .* can't be copied: .*--fixture FILE/);
  await cli.leftNothing();
});

once(
  'says why nothing could be recorded in a server that lets nobody change how modules load',
  async () => {
    const freeze = join(folder, 'freeze.cjs');
    writeFileSync(freeze, "Object.freeze(require('node:module').prototype);");
    const cli = new CliRun(['bench', at('function sumByLoop'), ...lightly], functions, {
      NODE_OPTIONS: `--require=${freeze}`,
    });
    assert.equal(await cli.exit(), 1, cli.stdout);
    assert.match(
      cli.stderr,
      /The server ran, but its calls could not be recorded: TypeError: .*_compile.*\. Write the calls once in a fixture, .* --fixture FILE takes it\./,
    );
    await cli.leftNothing();
  },
);

once('ends at once and leaves nothing when it is cancelled', async () => {
  const cli = new CliRun(['bench', at('function sumByLoop'), ...lightly], functions);
  await cli.said(/Measuring, process 2/);
  cli.signalGroup('SIGINT');
  assert.equal(await cli.exit(), 130, cli.stderr);
  await cli.leftNothing();
});

for (const [words, sentence] of [
  [['work.js', '--', 'node', 'server.js'], /bench needs one place before --, FILE:LINE/],
  [['gone.js:3', '--', 'node', 'server.js'], /gone\.js:3: there is no such file/],
  [['work.js:3'], /bench needs the command of the server after --, or the calls of --fixture/],
  [['work.js:2', '--fixture', fixture], /There is no function at line 2 of/],
] as const) {
  once(`says what is wrong with bench ${words.slice(0, 2).join(' ')}`, async () => {
    const cli = new CliRun(['bench', ...words], functions);
    assert.notEqual(await cli.exit(), 0);
    assert.match(cli.stderr, sentence);
  });
}
