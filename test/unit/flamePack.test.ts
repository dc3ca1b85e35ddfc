import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstAnswer, firstPicture } from '../../src/analysis/flame/firstPicture.ts';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import { buildFlameView, queryFlame } from '../../src/analysis/flame/flameView.ts';
import { packTree, unpackTree } from '../../src/shared/flamePack.ts';
import { areas } from '../../src/shared/vocabulary.ts';
import { largeProfile } from '../support/largeRun.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';

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

test('the picture that a saved page has ready is what its profile would answer at any width', () => {
  const profile = largeProfile(20_000);
  const report = reportOf(profile);
  const model = new FlameModel(profile, report, '/app');
  const first = firstPicture(model, report, '/app');
  const { visibility } = first.query;
  for (const widthPx of [200, 1376, 1876]) {
    const query = { visibility, inverted: false, minShare: 1.5 / widthPx };
    assert.deepEqual(unpackTree(firstAnswer(first, query)!.tree!), model.query(query));
  }
  const asked = { visibility, inverted: false, minShare: 0.01 };
  assert.equal(firstAnswer(first, { ...asked, inverted: true }), null);
  assert.equal(firstAnswer(first, { ...asked, processes: [0] }), null);
  assert.equal(firstAnswer(first, { ...asked, minShare: 0.0001 }), null);
});
