import { compareRepeats, maxPairs, minPairs } from '../../src/analysis/compare/verdict.ts';
import type { Repeat } from '../../src/shared/verdict.ts';
import { median } from './figures.ts';
import { readPool, type PooledRun } from './runPool.ts';
import { seededRandom, type NextRandom } from '../support/random.ts';
import { noises, simulatedRun, type Noise } from '../support/simulatedRuns.ts';

/**
 * How often the verdict is wrong, and how often it finds a true difference: looked at after each
 * pair of runs, as a person does, and taken at the first "faster" or "slower".
 */

/** A run of a few seconds takes five with launch, warm-up and reading: 24 in two minutes. */
const simulatedPairsInTwoMinutes = 12;
const comparisons = 1000;

type Pair = readonly [Repeat, Repeat];

/** `null` where no look has said faster or slower. */
function firstWord(pairs: readonly Pair[], looks: number): { says: string; pairs: number } | null {
  const base: Repeat[] = [];
  const head: Repeat[] = [];
  for (const [index, [first, second]] of pairs.slice(0, looks).entries()) {
    // A B B A A B B A
    const isBaseFirst = index % 2 === 0;
    (isBaseFirst ? base : head).push({ ...first, order: 2 * index });
    (isBaseFirst ? head : base).push({ ...second, order: 2 * index + 1 });
    if (index + 1 < minPairs) continue;
    const { verdict } = compareRepeats({ base, head });
    if (verdict.kind === 'faster' || verdict.kind === 'slower') {
      return { says: verdict.kind, pairs: index + 1 };
    }
  }
  return null;
}

interface Rates {
  comparisons: number;
  /** Of 100 comparisons of the same code, over all looks. */
  wrong: number;
  /** Of 100 comparisons with a tenth more CPU time, those that say slower within two minutes. */
  found: number;
  /** Of the same, those that say faster. */
  reversed: number;
  /** Pairs until it is found. */
  pairs: number;
}

function ratesOf(
  count: number,
  sameCode: (comparison: number) => Pair[],
  tenthMore: (comparison: number) => Pair[],
  pairsInTwoMinutes: number,
): Rates {
  const same = Array.from({ length: count }, (_, i) => firstWord(sameCode(i), maxPairs));
  const more = Array.from({ length: count }, (_, i) => firstWord(tenthMore(i), pairsInTwoMinutes));
  const found = more.filter((word) => word?.says === 'slower');
  const percent = (part: number) => (100 * part) / count;
  return {
    comparisons: count,
    wrong: percent(same.filter((word) => word !== null).length),
    found: percent(found.length),
    reversed: percent(more.filter((word) => word?.says === 'faster').length),
    pairs: median(found.map((word) => word!.pairs)),
  };
}

function simulated(noise: Noise, sd: number, random: NextRandom): Rates {
  const draw = (pairs: number, ratio: number) => (): Pair[] => {
    const costOf = noises[noise](random, sd);
    return Array.from({ length: pairs }, (_, index) => {
      const isBaseFirst = index % 2 === 0;
      const [first, second] = [costOf(2 * index), costOf(2 * index + 1)];
      const [firstMore, secondMore] = isBaseFirst ? [0, Math.log(ratio)] : [Math.log(ratio), 0];
      return [simulatedRun(0, first + firstMore), simulatedRun(0, second + secondMore)] as const;
    });
  };
  return ratesOf(
    comparisons,
    draw(maxPairs, 1),
    draw(simulatedPairsInTwoMinutes, 1.1),
    simulatedPairsInTwoMinutes,
  );
}

/** Neighbours in time among the runs, each used once, in the order in which they were taken. */
function neighbours(runs: readonly PooledRun[]): [PooledRun, PooledRun][] {
  const pairs: [PooledRun, PooledRun][] = [];
  for (let i = 1; i < runs.length; i += 2) pairs.push([runs[i - 1]!, runs[i]!]);
  return pairs;
}

/**
 * Comparisons out of a pool: pairs of neighbours drawn at random with replacement, and load phases of
 * neighbours as they were, with whatever the machine did at that time. Stretches overlap, so that a
 * bad spell of the machine is in many of them.
 */
function pooled(
  pool: readonly PooledRun[],
  way: 'drawn' | 'load phases',
  random: NextRandom,
): Rates {
  const same = neighbours(pool.filter(({ kind }) => kind === 'base'));
  const mixed: [PooledRun, PooledRun][] = [];
  for (let i = 1; i < pool.length; i++) {
    if (pool[i]!.kind === pool[i - 1]!.kind) continue;
    mixed.push([pool[i - 1]!, pool[i]!]);
    i++;
  }
  // The base comes first in every second pair, as in A B B A.
  const baseFirst = mixed.filter(([first]) => first.kind === 'base');
  const moreFirst = mixed.filter(([first]) => first.kind === 'more');
  const pairsInTwoMinutes = Math.floor(120 / (2 * median(pool.map(({ wallS }) => wallS))));
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]!;
  if (way === 'drawn') {
    return ratesOf(
      comparisons,
      () => Array.from({ length: maxPairs }, () => pick(same)),
      () =>
        Array.from({ length: pairsInTwoMinutes }, (_, i) =>
          pick(i % 2 === 0 ? baseFirst : moreFirst),
        ),
      pairsInTwoMinutes,
    );
  }
  const sameStarts = Math.max(1, same.length - maxPairs + 1);
  const moreStarts = Math.max(
    1,
    Math.min(baseFirst.length, moreFirst.length) - Math.ceil(pairsInTwoMinutes / 2) + 1,
  );
  return ratesOf(
    Math.min(sameStarts, moreStarts),
    (start) => same.slice(start),
    (start) =>
      Array.from(
        { length: pairsInTwoMinutes },
        (_, i) => (i % 2 === 0 ? baseFirst : moreFirst)[start + (i >> 1)]!,
      ).filter(Boolean),
    pairsInTwoMinutes,
  );
}

function row(name: string, { comparisons: count, wrong, found, reversed, pairs }: Rates): string {
  const number = (value: number, digits: number) => value.toFixed(digits).padStart(8);
  return `${name.padEnd(26)}${number(wrong, 1)}${number(found, 0)}${number(reversed, 1)}${number(pairs, 0)}${number(count, 0)}`;
}

/** How much one run differs from the next of the same code, in percent: which figure is steadier. */
function steadiness(pool: readonly PooledRun[]): string {
  const pairs = neighbours(pool.filter(({ kind }) => kind === 'base'));
  const spreadOf = (value: (run: PooledRun) => number) =>
    100 * median(pairs.map(([a, b]) => Math.abs(Math.log(value(b) / value(a)))));
  const cpu = spreadOf(({ cpuMicrosPerRequest }) => cpuMicrosPerRequest ?? NaN);
  const rate = spreadOf(({ reqPerS }) => reqPerS);
  const p99 = spreadOf(({ latencyMs }) => latencyMs.p99);
  return `Neighbouring runs of the same code differ by (median) ${cpu.toFixed(1)} % in CPU per request, ${rate.toFixed(1)} % in requests per second, ${p99.toFixed(1)} % in the 99th percentile of latency.`;
}

const head = `${''.padEnd(26)}   wrong   found reversed   pairs   of`;

export function benchVerdict(poolPath: string): void {
  const random = seededRandom(2026);
  console.log(
    [
      `verdict, ${comparisons} simulated comparisons a row`,
      `  wrong: of 100 comparisons of the same code, "faster" or "slower" at any look up to ${maxPairs} pairs`,
      `  found: of 100 with 10 % more CPU time, "slower" within two minutes (${simulatedPairsInTwoMinutes} pairs)`,
      head,
    ].join('\n'),
  );
  for (const noise of Object.keys(noises) as Noise[]) {
    for (const sd of [0.01, 0.02, 0.04, 0.08]) {
      console.log(row(`${noise}, ${100 * sd} % a run`, simulated(noise, sd, random)));
    }
  }
  benchPool(poolPath, random);
}

export function benchPool(poolPath: string, random: NextRandom): void {
  const pool = readPool(poolPath);
  const base = pool.filter(({ kind }) => kind === 'base').length;
  console.log(`\npool of ${base} runs and ${pool.length - base} with 10 % more work`);
  if (base < 2 * minPairs || pool.length - base < 2 * minPairs) {
    console.log('Too few to compare: test/bench/collectPool.ts adds more.');
    return;
  }
  console.log(`${steadiness(pool)}\n${head}`);
  console.log(row('pairs drawn at random', pooled(pool, 'drawn', random)));
  console.log(row('load phases as they were', pooled(pool, 'load phases', random)));
}
