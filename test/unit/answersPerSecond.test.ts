import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswersPerSecond } from '../../src/engine/load/answersPerSecond.ts';

test('books each answer with its latency in the second in which it arrived', () => {
  const perSecond = new AnswersPerSecond();
  for (let i = 0; i < 99; i += 1) perSecond.add(i * 10, 2);
  perSecond.add(999, 40);
  perSecond.add(1000, 7);
  perSecond.add(3001, 0.5);
  perSecond.add(4100, 9000);
  const { answers, latencies } = perSecond.end(4200);
  assert.deepEqual(answers, [100, 1, 0, 1]);
  assert.deepEqual(latencies, [
    { p50: 2, p99: 2 },
    { p50: 7, p99: 7 },
    { p50: null, p99: null },
    { p50: 0.5, p99: 0.5 },
  ]);
});

test('says the slowest of few answers as p99, to three digits', () => {
  const perSecond = new AnswersPerSecond();
  for (const latencyMs of [1, 1, 1, 123.456]) perSecond.add(0, latencyMs);
  const [second] = perSecond.end(1000).latencies;
  assert.equal(second?.p50, 1);
  assert.ok(Math.abs(second.p99! - 123.456) < 0.13, `${second.p99}`);
});

test('has no second where the load phase was shorter, and empty ones where nothing came', () => {
  const short = new AnswersPerSecond();
  short.add(10, 1);
  assert.deepEqual(short.end(900), { answers: [], latencies: [] });
  const silent = new AnswersPerSecond().end(2000);
  assert.deepEqual(silent.answers, [0, 0]);
  assert.deepEqual(silent.latencies[1], { p50: null, p99: null });
});
