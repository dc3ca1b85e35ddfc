import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CauseTree } from '../../src/analysis/awaits/causeTree.ts';

const [batch, promise] = [1, 2];

function mostLikely(tree: CauseTree, stack: readonly string[]): number {
  const { shares } = tree.causesOf(stack);
  return [...shares].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

test('functions that V8 inlined while it was learned do not make a stack like that of others', () => {
  const tree = new CauseTree();
  // Both functions of the batch were inlined, and none of the promise's.
  tree.add(['tick'], batch, 100);
  tree.add(['tick', 'onPromise', 'parse'], promise, 100);
  assert.equal(mostLikely(tree, ['tick', 'onBatch', 'parse']), batch);
  assert.equal(mostLikely(tree, ['tick', 'onBatch']), batch);
  assert.equal(mostLikely(tree, ['tick', 'onPromise', 'parse']), promise);
});

test('functions that only one of the samplers has are left out on either side', () => {
  const tree = new CauseTree();
  tree.add(['read', 'push', 'emit', 'onData', 'parse'], batch, 80);
  tree.add(['tick', 'parse'], promise, 80);
  assert.equal(mostLikely(tree, ['read', 'push', 'onData', 'parse']), batch);
  assert.equal(mostLikely(tree, ['read', 'push', 'emit', 'inlined', 'onData', 'parse']), batch);
  assert.equal(mostLikely(tree, ['outermost', 'tick', 'parse']), promise);
});
