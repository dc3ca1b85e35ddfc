import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RanCode } from '../../src/analysis/lineMapping/ranCode.ts';
import { profileFromText } from '../support/textProfile.ts';

function run(texts: Record<string, string>) {
  const { functions } = profileFromText(`
main:1           main:1
price:3/price.js read:4@lib`);
  return { functions, sources: new Map(Object.entries(texts)) };
}

test('names the files of the user that a later run had with another text', () => {
  const code = new RanCode();
  assert.deepEqual(code.changedFiles(run({ '/app/main.js': 'a', '/app/price.js': 'b' })), []);
  assert.deepEqual(code.changedFiles(run({ '/app/main.js': 'a', '/app/price.js': 'b2' })), [
    '/app/price.js',
  ]);
});

test('compares each run with the first one, however often a file was edited since', () => {
  const code = new RanCode();
  const changed = ['a', 'b', 'b', 'a'].map((text) =>
    code.changedFiles(run({ '/app/main.js': text })),
  );
  assert.deepEqual(changed, [[], ['/app/main.js'], ['/app/main.js'], []]);
});

test('says nothing of a file whose text is not known, and nothing of packages', () => {
  const code = new RanCode();
  const library = '/app/node_modules/lib/index.js';
  assert.deepEqual(code.changedFiles(run({ '/app/main.js': 'a', [library]: 'x' })), []);
  assert.deepEqual(code.changedFiles(run({ [library]: 'y' })), []);
  assert.deepEqual(code.changedFiles(run({ '/app/main.js': 'a', [library]: 'y' })), []);
});
