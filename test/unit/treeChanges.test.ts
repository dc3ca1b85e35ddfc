import assert from 'node:assert/strict';
import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Git } from '../../src/engine/git/git.ts';
import { treeChanges, workingTreeText } from '../../src/engine/git/treeChanges.ts';
import { GitRepository } from '../support/gitRepository.ts';

async function inRepository(body: (repository: GitRepository) => Promise<void>): Promise<void> {
  const repository = new GitRepository({ 'server.js': '1' });
  try {
    await body(repository);
  } finally {
    repository.remove();
  }
}

const changesOf = ({ folder }: GitRepository) => treeChanges(Git.in(folder)!, 'HEAD');

test('finds a change of the same size in the second of the commit', () =>
  inRepository(async (repository) => {
    const second = 1_700_000_000;
    const touch = (name: string) => utimesSync(join(repository.folder, name), second, second);
    // No test can set this time, by which git would know.
    repository.git('config', 'core.trustctime', 'false');
    repository.write({ 'server.js': '2' });
    touch('server.js');
    repository.commit('second');
    repository.write({ 'server.js': '3' });
    touch('server.js');
    touch('.git/index');
    const before = repository.state();
    assert.deepEqual(await changesOf(repository), { changed: ['server.js'], added: [] });
    assert.deepEqual(repository.state(), before);
  }));

test('has everything changed where git has no index, and makes none', () =>
  inRepository(async (repository) => {
    rmSync(join(repository.folder, '.git/index'));
    const { changed } = await changesOf(repository);
    assert.deepEqual(changed, ['server.js']);
    assert.equal((repository.state() as { index: unknown }).index, null);
  }));

test('says in words how much of the working tree has changed', () => {
  const words = (changed: string[], added: string[]) => workingTreeText({ changed, added });
  assert.equal(words([], []), 'the working tree, which has no changes');
  assert.equal(words(['a', 'b'], []), 'the working tree with 2 changed files');
  assert.equal(words([], ['c']), 'the working tree with 1 new file');
  assert.equal(words(['a'], ['c']), 'the working tree with 1 changed file and 1 new file');
});
