import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, test } from 'node:test';
import { saveRun } from '../../src/analysis/saved/savedRun.ts';
import { readArguments } from '../../src/cli/arguments.ts';
import { compareCommand } from '../../src/cli/compareCommand.ts';
import { TerminalOutput } from '../../src/cli/terminal/terminalOutput.ts';
import type { CompareReport } from '../../src/shared/compareReport.ts';
import type { Report } from '../../src/shared/report.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { sideInTurn } from '../support/sideInTurn.ts';

const folder = mkdtempSync(join(tmpdir(), 'compare-test-'));
after(() => rmSync(folder, { recursive: true }));

const baseText = ['function price(x) {', '  return sum(x);', '}', 'function send(x) {', '}'];
const headText = ['// quick', ...baseText];

/** Saves one run; `price` is its samples in that function, of 100 and some. */
function save(
  file: string,
  { order, cpu, price, isHead }: { order: number; cpu: number; price: number; isHead: boolean },
  change: (report: Report) => void = () => {},
): void {
  const shift = isHead ? 1 : 0;
  const profile = profileFromStacks([
    [price, `price:${1 + shift}`, `sum:2@lib`],
    [50 + (order % 3), `send:${4 + shift}`],
  ]);
  profile.sources.set('/app/main.js', (isHead ? headText : baseText).join('\n'));
  const report = reportOf(profile, {
    takenAt: new Date(Date.UTC(2026, 0, 1, 10, 0, 6 * order)).toISOString(),
  });
  report.sampling!.cpuMicrosPerRequest = cpu;
  report.memory = { ...leanMemory, bytesPerRequest: 41_000 + cpu / 10 };
  report.load!.reqPerS.mean = 1e6 / cpu;
  change(report);
  writeFileSync(join(folder, file), saveRun(profile, report));
}

const leanMemory = {
  ...{ bytesPerRequest: 41_000, gcMsPerRequest: 0.05, retainedBytesPerRequest: null },
  ...{ externalBytes: 2_000_000, problem: null, functions: [] },
};

/** Six of each in the order A B B A, in which the head takes `factor` of the base's CPU time. */
function savePairs(name: string, factor: number, change?: (report: Report) => void): void {
  for (let order = 0; order < 12; order++) {
    const isHead = sideInTurn(order) === 'head';
    const noise = 1 + 0.004 * ((order * 5) % 7);
    const cpu = 300 * noise * (isHead ? factor : 1);
    const price = isHead ? Math.round(100 * (1.5 * factor - 0.5)) : 100;
    save(
      `${name}-${isHead ? 'head' : 'base'}-${order}.cpuprofile`,
      { order, cpu, price, isHead },
      isHead ? change : undefined,
    );
  }
}
savePairs('fast', 0.7);
savePairs('slow', 1.3);
savePairs('same', 1);
savePairs('other', 0.7, (report) => {
  report.target!.node = '24.1.0';
  report.load!.scenario = 'custo|mer <b>';
});

savePairs('lean', 1, (report) => {
  report.memory = { ...leanMemory, bytesPerRequest: 36_000 + report.load!.reqPerS.mean / 100 };
});

savePairs('deep', 0.7, (report) => {
  report.sampling!.deep = true;
});

interface Answer {
  exitCode: number;
  stdout: string;
  stderr: string;
}

function compare(...argv: string[]): Answer {
  const invocation = readArguments(['compare', ...argv], '1.0.0', folder);
  if (invocation.kind !== 'compare') {
    return { exitCode: 2, stdout: '', stderr: 'message' in invocation ? invocation.message : '' };
  }
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const exitCode = compareCommand(invocation.options, {
    stdout: new TerminalOutput(stdout),
    stderr: new TerminalOutput(stderr),
    env: {},
    cwd: folder,
    assetsFolder: '',
  });
  const textOf = (stream: PassThrough) => String((stream.read() as Buffer | null) ?? '');
  return { exitCode, stdout: textOf(stdout), stderr: textOf(stderr) };
}

test('tells a person the verdict, the figures, and which function and line changed', () => {
  const { exitCode, stdout } = compare('fast-base-*.cpuprofile', 'fast-head-*.cpuprofile');
  assert.equal(exitCode, 0);
  assert.match(
    stdout,
    /^Faster: 2\d–3\d % less CPU time per request\.\nMemory: no difference larger than 0\.5 % in bytes allocated per request\.\nbase: 6 runs, Node\.js/,
  );
  const heading = /^Figures .*neighbouring runs, with its interval \(95 % over all looks\)$/m;
  assert.match(stdout, heading);
  assert.match(readFileSync(new URL('../../docs/comparing.md', import.meta.url), 'utf8'), heading);
  assert.match(stdout, /^ {2}CPU per request +30\d µs +21\d µs +−30 % +−3\d to −2\d % +up to/m);
  assert.match(
    stdout,
    /Functions that changed[^\n]*\n {2}−[\d.]+ µs +\(−[^)]+\).* price {2}main\.js:2/,
  );
  assert.match(stdout, /Lines that changed\n {2}−.*main\.js:2\n/);
  assert.doesNotMatch(stdout, /send/, 'what is within the noise is not shown');
});

test('tells beside the verdict on time how many bytes fewer a request allocates', () => {
  const { stdout } = compare('lean-base-*.cpuprofile', 'lean-head-*.cpuprofile');
  assert.match(stdout, /^No difference .* in CPU time per request\.\nMemory: 12 % fewer bytes/);
  assert.match(stdout, /^ {2}Bytes allocated per request +41\.0 kB +36\.0 kB +−12 %/m);
  const json = compare('lean-base-*.cpuprofile', 'lean-head-*.cpuprofile', '--json', '-').stdout;
  const report = JSON.parse(json) as CompareReport;
  assert.equal(report.memory!.kind, 'less');
  assert.equal(report.memorySentence, 'Memory: 12 % fewer bytes allocated per request.');
});

test('fails on a regression with exit code 3, and only from the given percentage on', () => {
  const slow = ['slow-base-*.cpuprofile', 'slow-head-*.cpuprofile', '--fail-on-regression'];
  const failed = compare(...slow, '10');
  assert.equal(failed.exitCode, 3);
  assert.match(failed.stderr, /^hotframe: slower by 30 %, and --fail-on-regression says 10 %\.\n$/);
  assert.match(failed.stdout, /^Slower: /);
  assert.equal(compare(...slow, '50').exitCode, 0);
  const same = compare('same-base-*', 'same-head-*', '--fail-on-regression', '0');
  assert.equal(same.exitCode, 0, same.stdout);
  assert.match(same.stdout, /^No difference larger than \d\.\d %/);
  assert.match(same.stdout, /No function changed by more than the noise/);
});

test('compares no deep run, whose figures hold what it cost to write down more', () => {
  for (const argv of [
    ['deep-base-*.cpuprofile', 'deep-head-*.cpuprofile'],
    ['deep-head-1.cpuprofile', 'deep-head-2.cpuprofile'],
    ['same-base-0.cpuprofile', 'same-head-1.cpuprofile', '--same-code', 'deep-head-*.cpuprofile'],
  ]) {
    const { exitCode, stdout, stderr } = compare(...argv);
    assert.equal(exitCode, 1);
    assert.equal(stdout, '');
    assert.match(
      stderr,
      /^hotframe: deep-head-\d+\.cpuprofile is a deep run, .* cannot be compared/,
    );
  }
});

test('one run each is no verdict and no regression', () => {
  const { exitCode, stdout, stderr } = compare(
    'slow-base-0.cpuprofile',
    'slow-head-1.cpuprofile',
    '--fail-on-regression',
    '1',
  );
  assert.equal(exitCode, 0);
  assert.match(stdout, /^Cannot tell: one run/);
  assert.match(stderr, /no regression is counted, because the runs cannot tell/);
});

test('runs of the same code make a verdict of one run each', () => {
  const { stdout } = compare(
    'slow-base-0.cpuprofile',
    'slow-head-1.cpuprofile',
    '--same-code',
    'same-*.cpuprofile',
  );
  assert.match(stdout, /^Slower: /);
});

test('with --json - standard output is the JSON alone', () => {
  const { stdout, stderr } = compare('fast-base-*', 'fast-head-*', '--json', '-');
  const report = JSON.parse(stdout) as CompareReport;
  assert.equal(report.hotframeComparison, 1);
  assert.equal(report.verdict.kind, 'faster');
  assert.equal(report.base.runs, 6);
  assert.deepEqual(
    report.code.functions
      .filter(({ isBeyondNoise }) => isBeyondNoise)
      .map(({ head }) => head?.name),
    ['price'],
  );
  assert.match(stderr, /^Faster/);
});

test('the Markdown is for a pull request, and nothing in it is taken for Markdown or HTML', () => {
  const file = join(folder, 'summary.md');
  const { exitCode } = compare('other-base-*', 'other-head-*', '--markdown', file);
  assert.equal(exitCode, 0);
  const text = readFileSync(file, 'utf8');
  assert.match(
    text,
    /^### Faster: 2\d–3\d % less CPU time per request\.\n\nMemory: no difference[^\n]*\n\n> ⚠ The base/,
  );
  assert.match(text, /the head was loaded by the scenario custo\\\|mer &#60;b&#62;: another/);
  assert.doesNotMatch(text, /<b>/);
  assert.match(text, /^\|  \| base \| head \| change \| interval \(95 % over all looks\) \| same/m);
  assert.match(text, /\| CPU per request \| 30\d µs \| 21\d µs \| −30 % \|/);
  assert.match(text, /\| `price` `main\.js:2` \|/);
});

test('says why two states are not comparable', () => {
  const { stdout } = compare('other-base-*', 'other-head-*');
  const text = stdout.replace(/\s+/g, ' ');
  assert.match(text, /The base ran on Node\.js 22\.11\.0, the head ran on Node\.js 24\.1\.0: the/);
  assert.match(text, /The base was loaded without a scenario, the head was loaded by the scenario/);
});

test('answers wrong usage and files that are no runs with a sentence', () => {
  mkdirSync(join(folder, 'empty'), { recursive: true });
  writeFileSync(join(folder, 'text.cpuprofile'), 'hello');
  writeFileSync(join(folder, 'foreign.cpuprofile'), '{"nodes":[],"samples":[]}');
  const one = 'fast-base-0.cpuprofile';
  const wrong: [argv: string[], exitCode: number, says: RegExp][] = [
    [[], 2, /compare needs two sets of saved runs/],
    [[one], 2, /compare needs two sets/],
    [[one, 'fast-head-1.cpuprofile', 'x'], 2, /'x' is one too many: .* pattern in quotes/],
    [[one, 'missing.cpuprofile'], 2, /HEAD: there is no file missing\.cpuprofile/],
    [[one, 'missing*'], 2, /HEAD: no file matches missing\*/],
    [['empty', one], 2, /BASE: there is no saved run \(\.cpuprofile\) in the folder empty/],
    [[one, `${one},fast-head-1.cpuprofile`], 2, /is in both BASE and HEAD/],
    [[one, 'fast-head-1.cpuprofile', '--fail-on-regression', 'a'], 2, /number of percent/],
    [[one, 'fast-head-1.cpuprofile', '--json', '-', '--markdown', '-'], 2, /same file/],
    [[one, 'fast-head-1.cpuprofile', '--json', one], 2, /is one of the runs/],
    [[one, 'text.cpuprofile'], 1, /text\.cpuprofile can't be opened\. The file is not JSON/],
    [[one, 'foreign.cpuprofile'], 1, /another tool's CPU profile/],
  ];
  for (const [argv, exitCode, says] of wrong) {
    const answer = compare(...argv);
    assert.equal(answer.exitCode, exitCode, argv.join(' '));
    assert.match(answer.stderr, says);
    assert.doesNotMatch(answer.stderr.trimEnd(), /\n/);
  }
});
