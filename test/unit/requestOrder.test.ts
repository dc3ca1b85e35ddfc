import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestOrder } from '../../src/engine/load/requestOrder.ts';

const letters = (weights: number[]) =>
  requestOrder(weights)
    .map((index) => 'abcdef'[index])
    .join('');

test('sends requests of the same weight in turn', () => {
  assert.equal(letters([1, 1, 1]), 'abc');
  assert.equal(letters([7, 7]), 'ab', 'a round is as short as it can be');
});

test('spreads requests evenly over a round', () => {
  assert.equal(letters([3, 1]), 'aaba');
  assert.equal(letters([1, 3]), 'babb');
  assert.equal(letters([4, 2, 2]), 'abca');
  assert.equal(letters([1]), 'a');
});

test('sends each as often as its weight, and never far from its share on the way', () => {
  const weights = [50, 30, 15, 5];
  const order = requestOrder(weights);
  const total = order.length;
  assert.equal(total, 20);
  const sent = [0, 0, 0, 0];
  for (const [position, index] of order.entries()) {
    sent[index]!++;
    for (const [each, weight] of weights.entries()) {
      const due = ((position + 1) * weight) / 100;
      assert.ok(Math.abs(sent[each]! - due) <= 1, `${sent[each]} of ${due} after ${position + 1}`);
    }
  }
  assert.deepEqual(sent, [10, 6, 3, 1]);
});
