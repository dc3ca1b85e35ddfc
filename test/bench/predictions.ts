import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchPrediction, BenchReport } from '../../src/shared/bench.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { predictionCases, type PredictionCase } from './predictionCases.ts';
import type { Section } from './section.ts';

/**
 * What a request gains by a changed function: predicted by `hotframe bench --against HEAD`, and then
 * measured by `hotframe measure` on the server. Predictions that say that they can't tell are right.
 */

const cli = join(import.meta.dirname, '../../dist/cli.cjs');
const wantedWithin = 0.3;

interface Found {
  predicted: BenchPrediction | null;
  /** Why there is no prediction at all. */
  problem: string | null;
  /** Percent of the CPU time of a request; null if it could not be measured. */
  measured: { percent: number; lowPercent: number; highPercent: number } | null;
}

/** `HOTFRAME_CASES=sum,sha512` chooses those whose names have one of the words. */
export function benchPredictions(): Section[] {
  const chosen = process.env['HOTFRAME_CASES']?.split(',') ?? [''];
  const wanted = predictionCases.filter(({ name }) => chosen.some((word) => name.includes(word)));
  const results = wanted.map((each) => {
    const found = findBoth(each);
    console.log(`${each.name}: ${wordsOf(found)}`);
    return { name: each.name, found };
  });
  const right = results.filter(({ found }) => isRight(found)).length;
  const told = results.filter(({ found }) => found.predicted?.kind === 'change').length;
  return [
    {
      title: 'What a request gains, predicted and measured',
      figures: [
        [
          `${right} of ${results.length}`,
          `within ${100 * wantedWithin} %, or say that they can't tell; ${told} gave a figure`,
        ],
        ...results.map(({ name, found }) => [name, wordsOf(found)] as const),
      ],
    },
  ];
}

function findBoth({ head = '', input, before, after }: PredictionCase): Found {
  const work = (body: string) =>
    `'use strict';\n${head}\nfunction work(input) {\n  ${body}\n}\nmodule.exports = { work };\n`;
  const repository = new GitRepository({
    'server.js': `'use strict';
const { createServer } = require('node:http');
const { work } = require('./work.js');
const input = ${input};
createServer((request, response) => response.end(String(work(input)))).listen(0, '127.0.0.1');
`,
    'work.js': work(before),
  });
  try {
    repository.write({ 'work.js': work(after) });
    const bench = ask<BenchReport & { problem?: { message: string } }>(repository.folder, [
      ...['bench', 'work.js:3', '--against', 'HEAD', '--budget', '30', '-d', '3'],
    ]);
    const measured = ask<{ metrics?: { metric: string; change: Found['measured'] }[] }>(
      repository.folder,
      ['measure', '--budget', '60', '-d', '1.5', '--warmup', '1'],
    );
    const cpu = measured.metrics?.find(({ metric }) => metric === 'cpuMicrosPerRequest');
    return {
      predicted: bench.prediction ?? null,
      problem: bench.problem?.message ?? (bench.prediction ? null : 'no verdict'),
      measured: cpu?.change ?? null,
    };
  } finally {
    rmSync(repository.folder, { recursive: true, force: true });
  }
}

/** What the command says as JSON. */
function ask<T>(cwd: string, words: string[]): T {
  const all = [cli, ...words, '--json', '-', '--', process.execPath, 'server.js'];
  const { stdout, stderr } = spawnSync(process.execPath, all, {
    ...{ cwd, encoding: 'utf8', maxBuffer: 1e9, timeout: 300_000 },
  });
  try {
    return JSON.parse(stdout) as T;
  } catch {
    throw new Error(`${words[0]} gave no JSON: ${stderr.slice(-500)}`);
  }
}

/** A gain of next to nothing is right if both know nothing else. */
function isRight({ predicted, measured }: Found): boolean {
  if (predicted?.kind !== 'change') return true;
  if (!measured) return false;
  const distance = Math.abs(predicted.percent - measured.percent);
  if (distance <= wantedWithin * Math.abs(measured.percent)) return true;
  const areBothNothing = [predicted, measured].every(
    ({ lowPercent, highPercent }) => lowPercent <= 0 && highPercent >= 0,
  );
  return areBothNothing;
}

function wordsOf(found: Found): string {
  const { predicted, problem, measured } = found;
  const interval = (each: NonNullable<Found['measured']>) =>
    `${each.percent.toFixed(1)} % (${each.lowPercent.toFixed(1)} to ${each.highPercent.toFixed(1)})`;
  const said =
    predicted?.kind === 'change'
      ? interval(predicted)
      : `can't tell: ${predicted?.reason ?? problem}`;
  const then = measured ? interval(measured) : 'not measured';
  return `${isRight(found) ? '' : 'MISSED '}predicted ${said}, measured ${then}`;
}
