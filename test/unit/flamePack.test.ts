import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFlameView, queryFlame } from '../../src/analysis/flame/flameView.ts';
import { packTree, unpackTree } from '../../src/shared/flamePack.ts';
import { areas } from '../../src/shared/vocabulary.ts';
import { largeProfile } from '../support/largeRun.ts';
import { profileFromStacks } from '../support/sampleRun.ts';

test('a tree is after its journey what it was, in a third of the text', () => {
  const profile = largeProfile(20_000);
  for (const inverted of [false, true]) {
    for (const shown of [['app'], areas] as const) {
      const view = buildFlameView(profile, { areas: [...shown], packages: [] }, inverted);
      const root = queryFlame(view, { minShare: 0.001 });
      const packed = JSON.stringify(packTree(root));
      assert.deepEqual(unpackTree(JSON.parse(packed)), root);
      assert.ok(packed.length < JSON.stringify(root).length / 3, `${packed.length} characters`);
    }
  }
});

test('a tree of no samples travels too', () => {
  const view = buildFlameView(profileFromStacks([]), { areas: ['app'], packages: [] }, false);
  const root = queryFlame(view, { minShare: 0 });
  assert.deepEqual(unpackTree(packTree(root)), root);
});
