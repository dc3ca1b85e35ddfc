import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredNoise, withNoise } from '../../src/analysis/compare/measuredNoise.ts';
import { pooledNoise } from '../../src/analysis/compare/runNoise.ts';
import { compareRepeats } from '../../src/analysis/compare/verdict.ts';
import type { Repeat } from '../../src/shared/verdict.ts';
import { simulatedRun } from '../support/simulatedRuns.ts';
import { sideInTurn } from '../support/sideInTurn.ts';

/** A B B A A B …, with these logarithms of cost. */
function interleaved(costs: number[]): Record<'base' | 'head', Repeat[]> {
  const runs = costs.map((cost, order) => ({ run: simulatedRun(order, cost), order }));
  const isHead = (order: number) => sideInTurn(order) === 'head';
  return {
    base: runs.flatMap(({ run, order }) => (isHead(order) ? [] : [run])),
    head: runs.flatMap(({ run, order }) => (isHead(order) ? [run] : [])),
  };
}

test('knows the noise of one code from its neighbours, with what was known before', () => {
  // Of the same code are the second and third, the fourth and fifth run.
  const repeats = interleaved([0, 0.5, 0.53, 0.04, 0, 0.5]);
  const { cpuMicrosPerRequest: own } = measuredNoise(repeats, {});
  assert.ok(Math.abs(own!.logDeviation - Math.sqrt((0.03 ** 2 + 0.04 ** 2) / 2)) < 1e-9);
  assert.equal(own!.degreesOfFreedom, 2);

  const report = compareRepeats(repeats);
  assert.equal(withNoise(report, { cpuMicrosPerRequest: own! }).metrics[0]!.noisePercent, null);
  const known = { cpuMicrosPerRequest: { logDeviation: 0.05, degreesOfFreedom: 2 } };
  const both = measuredNoise(repeats, known);
  assert.equal(both.cpuMicrosPerRequest!.degreesOfFreedom, 4);
  const { noisePercent } = withNoise(report, both).metrics[0]!;
  // Student's t of four differences is 2.78, and the deviation of all of them 0.0433.
  assert.ok(
    Math.abs(noisePercent! - 100 * Math.expm1(2.776 * Math.sqrt((0.0025 + 0.005) / 4))) < 0.02,
  );
});

test('lets a machine become another with time', () => {
  let noise = pooledNoise(null, { logDeviation: 0.1, degreesOfFreedom: 1000 });
  for (let i = 0; i < 20; i++)
    noise = pooledNoise(noise, { logDeviation: 0.01, degreesOfFreedom: 10 });
  assert.ok(noise!.degreesOfFreedom <= 60 && noise!.logDeviation < 0.03, JSON.stringify(noise));
  assert.equal(pooledNoise(null, null), null);
});
