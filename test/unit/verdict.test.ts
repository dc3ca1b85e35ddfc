import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noiseOfNeighbours, noisePercentOf } from '../../src/analysis/compare/runNoise.ts';
import { pairRuns } from '../../src/analysis/compare/runPairs.ts';
import { tProbability, tQuantile } from '../../src/analysis/compare/studentT.ts';
import { trimmedMean } from '../../src/analysis/compare/trimmedMean.ts';
import {
  compareRepeats,
  minPairs,
  pairChanges,
  type VerdictInput,
} from '../../src/analysis/compare/verdict.ts';
import type { Repeat, Verdict } from '../../src/shared/verdict.ts';
import {
  formatInterval,
  formatPercentRange,
  verdictSentence,
} from '../../src/shared/verdictText.ts';
import { seededRandom } from '../support/random.ts';
import { sideInTurn } from '../support/sideInTurn.ts';
import { noises, simulatedRun } from '../support/simulatedRuns.ts';

const run = (order: number, cpuMicros: number, change: Partial<Repeat> = {}): Repeat => ({
  ...simulatedRun(order, Math.log(cpuMicros / 400)),
  ...change,
});

/** Runs in the order A B B A A B B A, from the CPU time of each; letters say which is which. */
function interleaved(base: number[], head: number[], change: Partial<Repeat> = {}): VerdictInput {
  const place = (index: number, isBase: boolean) =>
    2 * index + Number((index % 2 === 0) !== isBase);
  return {
    base: base.map((cpu, index) => run(place(index, true), cpu, change)),
    head: head.map((cpu, index) => run(place(index, false), cpu, change)),
  };
}

const steady = [400, 404, 396, 402, 398, 401];
const times = (factor: number) => steady.toReversed().map((cpu) => cpu * factor);

test("Student's t is that of the printed tables", () => {
  // Two-sided, from any table of the distribution.
  const table: [level: number, degrees: number, t: number][] = [
    [0.05, 1, 12.706],
    [0.05, 4, 2.776],
    [0.01, 9, 3.25],
    [0.002, 3, 10.215],
    [0.05, 120, 1.98],
  ];
  for (const [level, degrees, t] of table) {
    assert.ok(Math.abs(tQuantile(level, degrees) - t) < 0.001, `${level} ${degrees}`);
    assert.ok(Math.abs(tProbability(t, degrees) - level) < 0.0005, `${level} ${degrees}`);
  }
  assert.equal(tProbability(Infinity, 3), 0);
});

test('a mean of few values is the plain one with its t interval', () => {
  const { mean, low, high, probability } = trimmedMean([1, 2, 3, 4], 0, 0.05)!;
  assert.equal(mean, 2.5);
  // 3.182 times 1.291 over the root of 4
  assert.ok(Math.abs(high - 4.554) < 0.001 && Math.abs(low - 0.446) < 0.001, `${low} ${high}`);
  assert.ok(probability > 0.02 && probability < 0.05, String(probability));
});

test('one disturbed run among many moves the mean a little and not the interval', () => {
  const quiet = [0.1, 0.09, 0.11, 0.1, 0.12, 0.08, 0.1, 0.11, 0.09, 0.1];
  const disturbed = [...quiet.slice(1), -0.6];
  const { mean, low } = trimmedMean(disturbed, 0, 0.004)!;
  assert.ok(mean > 0.09 && low > 0.05, `${mean} from ${low}`);
});

test('equal values are as sure as they could be measured, not more', () => {
  const shared = trimmedMean([0.1, 0.1, 0.1, 0.1], 0, 0.05, 0.01)!;
  assert.ok(shared.low < -0.2, 'an error that all values share is not averaged away');
  const exact = trimmedMean([0.1, 0.1, 0.1, 0.1], 0, 0.05)!;
  assert.equal(exact.low, exact.high);
  const coarse = trimmedMean([0.1, 0.1, 0.1, 0.1], 0.01, 0.05)!;
  assert.ok(coarse.low < 0 && coarse.high > 0.2);
});

test('pairs neighbours in time, each run once', () => {
  const letters = (order: string) => {
    const of = (letter: string) =>
      [...order].flatMap((each, index) => (each === letter ? [{ order: index }] : []));
    const { pairs, sameCode } = pairRuns(of('A'), of('B'));
    return [
      pairs.map(({ base, head }) => `${base.order}-${head.order}`).join(' '),
      sameCode.map(([a, b]) => `${a.order}-${b.order}`).join(' '),
    ];
  };
  assert.deepEqual(letters('ABBAABBA'), ['0-1 3-2 4-5 7-6', '1-2 3-4 5-6']);
  assert.deepEqual(letters('ABABAB'), ['0-1 2-3 4-5', '']);
  assert.deepEqual(letters('AAABBB'), ['2-3', '0-1 3-4']);
  assert.deepEqual(letters('AABBAABB'), ['1-2 4-3 5-6', '0-1 2-3 4-5 6-7']);
  assert.deepEqual(letters('A'), ['', '']);
});

test('says faster, slower or no difference where the interval says so', () => {
  const check = (factor: number, kind: Verdict['kind']): Verdict => {
    const { verdict } = compareRepeats(interleaved(steady, times(factor)));
    assert.equal(verdict.kind, kind, JSON.stringify(verdict));
    assert.equal(verdict.metric, 'cpuMicrosPerRequest');
    return verdict;
  };
  const faster = check(0.8, 'faster');
  assert.ok(faster.kind === 'faster');
  assert.ok(faster.lowPercent > 17 && faster.lowPercent < 20 && faster.highPercent < 23);
  assert.match(verdictSentence(faster), /^Faster: \d+–\d+ % less CPU time per request\.$/);
  assert.match(verdictSentence(check(1.25, 'slower')), /^Slower: \d+–\d+ % more CPU time/);
  const same = check(1, 'no-difference');
  assert.ok(same.kind === 'no-difference' && same.largerThanPercent < 5);
  assert.match(verdictSentence(same), /^No difference larger than \d\.\d % in CPU time/);
});

test('leads with requests per second where the CPU time is not known, and there more is faster', () => {
  const input = interleaved(steady, times(0.8), { cpuMicrosPerRequest: null });
  const { verdict, metrics } = compareRepeats(input);
  assert.equal(metrics[0]!.metric, 'reqPerS');
  assert.equal(verdict.kind, 'faster');
  assert.match(verdictSentence(verdict), /% more requests per second\.$/);
});

test('one run each is never a verdict, however far they are apart', () => {
  const { verdict } = compareRepeats({ base: [run(0, 400)], head: [run(1, 40)] });
  assert.ok(verdict.kind === 'cannot-tell' && verdict.reason === 'one-run');
  assert.match(verdictSentence(verdict), /^Cannot tell: one run .* in turn/);
});

test('one run each is judged by what two runs of the same code are apart on this machine', () => {
  const sameCode = [400, 410, 395, 405, 390, 402, 399, 408].map((cpu, order) => run(order, cpu));
  const judged = (cpu: number) =>
    compareRepeats({ base: [run(10, 400)], head: [run(11, cpu)], sameCode }).verdict;
  assert.equal(judged(300).kind, 'faster');
  const near = judged(385);
  assert.ok(near.kind === 'cannot-tell' && near.reason === 'too-noisy', JSON.stringify(near));
});

test('runs that were not interleaved are no verdict', () => {
  const base = steady.map((cpu, order) => run(order, cpu));
  const head = steady.map((cpu, order) => run(100 + order, cpu * 0.8));
  const { verdict } = compareRepeats({ base, head });
  assert.ok(verdict.kind === 'cannot-tell' && verdict.reason === 'not-interleaved');
});

test('too few pairs and too much noise say what would help', () => {
  const few = compareRepeats(interleaved([400, 402], [300, 301])).verdict;
  assert.ok(few.kind === 'cannot-tell' && few.reason === 'few-pairs');
  const noisy = compareRepeats(
    interleaved([400, 440, 380, 420, 360, 400], [430, 380, 420, 360, 440, 390]),
  ).verdict;
  assert.ok(noisy.kind === 'cannot-tell' && noisy.reason === 'too-noisy');
  assert.match(noisy.help, /About \d+ pairs|A quieter machine/);
});

test('each pair narrows what is known, and the last of them has the verdict', () => {
  const input = interleaved(steady, times(0.8));
  const pairs = pairChanges('cpuMicrosPerRequest', input);
  assert.equal(pairs.length, steady.length);
  assert.deepEqual(
    pairs.map(({ change }) => change !== null),
    pairs.map((_, index) => index + 1 >= minPairs),
  );
  assert.deepEqual(pairs.at(-1)!.change, compareRepeats(input).metrics[0]!.change);
  for (const { percent } of pairs) assert.ok(percent < -17 && percent > -23, String(percent));
  assert.deepEqual(pairChanges('cpuMicrosPerRequest', { ...input, head: [] }), []);
});

test('runs without answers give no figures', () => {
  const none = { cpuMicrosPerRequest: null, reqPerS: 0, requests: 0 };
  const { verdict } = compareRepeats(interleaved(steady, times(1), none));
  assert.ok(verdict.kind === 'cannot-tell' && verdict.reason === 'no-figures');
});

test('a few ticks of CPU time are not taken for certainty', () => {
  // 8 requests of 20 ms are 16 ticks: all runs read the same, and could be a tick off.
  const input = interleaved([20_000, 20_000, 20_000, 20_000], [20_800, 20_800, 20_800, 20_800], {
    requests: 8,
  });
  assert.equal(compareRepeats(input).verdict.kind, 'cannot-tell');
});

test('counts the warnings of runs in a note', () => {
  const input = interleaved(steady, times(1), { warnings: ['3 of 90 answers were not 2xx.'] });
  assert.match(compareRepeats(input).notes[0]!, /^12 runs of 12 have a warning.*3 of 90/);
});

test('the noise of neighbouring runs is what 19 of 20 stay within', () => {
  const random = seededRandom(7);
  const draw = () => run(0, 400 * Math.exp(0.02 * (random() + random() + random() - 1.5) * 2));
  const pairs = Array.from({ length: 400 }, () => [draw(), draw()] as const);
  const percent = noisePercentOf(noiseOfNeighbours(pairs, 'cpuMicrosPerRequest')!);
  const within = pairs.filter(
    ([a, b]) =>
      Math.abs(Math.log(a.cpuMicrosPerRequest! / b.cpuMicrosPerRequest!)) <
      Math.log1p(percent / 100),
  );
  assert.ok(within.length > 370 && within.length < 390, `${within.length} of 400`);
});

test('on the same code at most 5 of 100 comparisons say faster or slower, looked at after every pair', () => {
  const random = seededRandom(11);
  const looks = 20;
  let wrong = 0;
  for (let comparison = 0; comparison < 200; comparison++) {
    const cost = noises.drift(random, 0.03);
    const runs = Array.from({ length: 2 * looks }, (_, order) => simulatedRun(order, cost(order)));
    const isBase = (order: number) => sideInTurn(order) === 'base';
    for (let pairs = minPairs; pairs <= looks; pairs++) {
      const taken = runs.slice(0, 2 * pairs);
      const { verdict } = compareRepeats({
        base: taken.filter(({ order }) => isBase(order)),
        head: taken.filter(({ order }) => !isBase(order)),
      });
      if (verdict.kind !== 'faster' && verdict.kind !== 'slower') continue;
      wrong++;
      break;
    }
  }
  assert.ok(wrong <= 10, `${wrong} of 200`);
});

test('writes ranges so that neither end is rounded to nothing', () => {
  assert.equal(formatPercentRange(17.4, 22.6), '17–23 %');
  assert.equal(formatPercentRange(1.23, 4.56), '1.2–4.6 %');
  assert.equal(formatPercentRange(0.42, 12.3), '0.4–12 %');
  assert.equal(formatPercentRange(0.001, 12.3), '<0.1–12 %');
  assert.equal(formatPercentRange(3.01, 3.04), '3.0 %');
  const interval = { percent: -10, lowPercent: -12.4, highPercent: 0.31 };
  assert.equal(formatInterval(interval), '−12 to +0.3 %');
});
