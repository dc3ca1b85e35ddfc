import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, describe, test, type TestContext } from 'node:test';
import { BenchProcesses } from '../../../src/engine/bench/benchProcess.ts';
import { sideOf } from '../../../src/engine/bench/benchSides.ts';
import { clockOf, figuresOf, type Measured } from '../../../src/engine/bench/figures.ts';
import { placeInFile } from '../../../src/engine/bench/placeInFile.ts';
import type { BenchFigures } from '../../../src/shared/bench.ts';
import { callTimeText, tierSentence } from '../../../src/shared/benchText.ts';
import type { BenchJob } from '../../../src/shared/benchWire.ts';
import { tiers, type Tier } from '../../../src/shared/vocabulary.ts';
import { CliRun, workspaces } from '../../process/cliDriver.ts';
import { nodeBinary, nodeLines, testedLines, thisLine } from '../../support/nodeVersions.ts';
import { tierOfStatus, type Statuses } from '../shares/optimizationStatus.ts';

/**
 * The functions of V8's cookbooks, with what is said of them on each Node.js line. Tiers are compared
 * with V8's status bits as its source has them, which each process tells of its functions when it ends;
 * Hotframe learns those bits.
 */

const cookbook = join(workspaces, 'cookbook');
const file = join(cookbook, 'work.js');
const fixture = join(cookbook, 'calls.mjs');
const lines = readFileSync(file, 'utf8').split('\n');
const lineOf = (name: string) =>
  lines.findIndex((each) => each.startsWith(`function ${name}(`)) + 1;
const sideNamed = (name: string) => sideOf(placeInFile({ file, line: lineOf(name) }), 1, null);

const sums = ['sumByLoop', 'sumByReduce', 'sumByClosure', 'sumInTry', 'sumOfLeaked'];
const removable = ['returnsNothing', 'returnsAConstant', 'doesNothing'];

const folder = mkdtempSync(join(tmpdir(), 'bench-cookbook-'));
after(() => rmSync(folder, { recursive: true }));
const statusFile = join(folder, 'statuses');

interface Ran {
  figures: BenchFigures;
  /** As V8 has them at the end of each process. */
  tiersByV8: Tier[];
}

/** With all lines, the newest stands for those that the tests are not run by: two take half a minute each. */
function cookbookLines(): number[] {
  const named = testedLines();
  return named.length < nodeLines.length ? named : [thisLine, nodeLines.at(-1)!];
}

for (const major of cookbookLines()) {
  describe(`on Node.js ${major}`, () => {
    for (const name of sums) {
      test(`${name} is not said to be removed, and in the tier that V8 says`, async (context) => {
        const { figures, tiersByV8 } = await ran(major, name, context);
        // Two processes of a busy machine may be too far apart for a time.
        assert.match(figures.elimination, /^(measured|within-noise)$/);
        assert.equal(figures.threw, 0);
        agree(figures, tiersByV8);
        // What is seldom called, because its loop is in a builtin, stays lower for long.
        if (name !== 'sumByReduce') assert.ok(tiersByV8.includes('turbofan'), tiersByV8.join());
      });
    }

    const noOptimizers = ['--no-opt', ...(major >= 20 ? ['--no-maglev'] : [])];
    for (const [tier, ...more] of [['sparkplug'], ['ignition', '--no-sparkplug']] as const) {
      const flags = [...noOptimizers, ...more];
      test(`says ${tier} where V8 has nothing better`, async (context) => {
        const { figures, tiersByV8 } = await ran(major, 'sumByLoop', context, flags);
        const told = figures.tiers.map((each) => each.tier);
        assert.deepEqual([told, [...new Set(tiersByV8)]], [[tier], [tier]]);
      });
    }

    for (const name of removable) {
      test(`${name} is never infinitely fast`, async (context) => {
        const { figures } = await ran(major, name, context);
        if (figures.nsPerCall === null) {
          assert.match(figures.elimination, /nothing-left|within-noise/);
          assert.equal(callTimeText(figures), 'no time');
        } else {
          assert.ok(figures.nsPerCall.low >= 0.5, callTimeText(figures));
        }
        // What returns something of which V8 left nothing has a time only if that is one.
        if (name !== 'returnsAConstant') assert.notEqual(figures.elimination, 'measured');
      });
    }

    test('all sums answer alike', async () => {
      const processes = await processesOn(major, []);
      for (const name of sums.slice(1)) {
        const rival = { ...sideNamed(name), load: 2 };
        const { answer } = await processes.run(jobOf('check', [sideNamed('sumByLoop'), rival]));
        assert.ok(answer.type === 'checked', answer.type);
        assert.deepEqual([answer.differing, answer.isUnsteady], [0, false], name);
      }
    });

    test('one that does twenty times the work is not faster, by the command', async () => {
      const slower = await compared(major, 'sumByLoop', 'sumOfTwenty');
      assert.match(slower, /^Both answer alike on the one recorded call\.$/m);
      assert.match(slower, /^(Slower|Cannot tell): /m);
    });
  });
}

/** The tiers that are told are those that V8 says; after the last sample it may have compiled once more. */
function agree(figures: BenchFigures, byV8: readonly Tier[]): void {
  const told = figures.tiers.map(({ tier }) => tier);
  const highest = Math.max(...told.map((tier) => tiers.indexOf(tier!)));
  for (const tier of byV8) {
    const isTold = told.includes(tier) || tiers.indexOf(tier) > highest;
    assert.ok(isTold, `V8 says ${byV8.join(', ')}, and told was ${told.join(', ')}`);
  }
}

async function processesOn(major: number, flags: readonly string[]): Promise<BenchProcesses> {
  const execPath = await nodeBinary(major);
  const env = { ...process.env, STATUS_FILE: statusFile };
  const node = { execPath, execArgv: flags, cwd: cookbook, env };
  // Each has its own files, so that an old answer is never taken for one of a process that died.
  const own = mkdtempSync(join(folder, 'processes-'));
  return new BenchProcesses(node, own, new AbortController().signal);
}

function jobOf(task: 'measure' | 'check', sides: BenchJob['sides']): Omit<BenchJob, 'answerFile'> {
  return { task, sides, callsFile: null, fixture, tier: null };
}

/** Two processes, which is the least that gives an interval. */
async function ran(
  major: number,
  name: string,
  context: TestContext,
  flags: readonly string[] = [],
): Promise<Ran> {
  const processes = await processesOn(major, flags);
  rmSync(statusFile, { force: true });
  const measured: Measured[] = [];
  for (const order of [1, 2]) {
    const { answer, deopts } = await processes.run(jobOf('measure', [sideNamed(name)]));
    assert.ok(answer.type === 'measured', answer.type);
    measured.push({ order, calls: answer, deopts });
  }
  const figures = figuresOf(measured, false, clockOf(measured));
  const tiersByV8 = readFileSync(statusFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => tierOfStatus((JSON.parse(line) as Statuses)[name]!, major));
  const words = [callTimeText(figures), figures.elimination, tierSentence(figures, null)];
  context.diagnostic(`${name}: ${words.join('; ')}; V8 says ${tiersByV8.join(', ')}`);
  return { figures, tiersByV8 };
}

/** What the command prints of two functions. Without a server, it takes the `node` of the path. */
async function compared(major: number, name: string, rival: string): Promise<string> {
  const path = [dirname(await nodeBinary(major)), process.env['PATH']].join(delimiter);
  const place = (of: string) => `work.js:${lineOf(of)}`;
  const words = [place(name), '--against', place(rival), '--fixture', 'calls.mjs', '--budget', '5'];
  const cli = new CliRun(['bench', ...words], cookbook, { PATH: path });
  assert.equal(await cli.exit(), 0, cli.stderr);
  await cli.leftNothing();
  return cli.stdout;
}
