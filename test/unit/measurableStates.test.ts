import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Git } from '../../src/engine/git/git.ts';
import { answerMeasureStates } from '../../src/server/measure/measureHandlers.ts';
import { measurableStates } from '../../src/engine/measure/measurableStates.ts';
import { GitRepository } from '../support/gitRepository.ts';

describe('what a change can be measured against', () => {
  let repository: GitRepository;

  beforeEach(() => {
    repository = new GitRepository({ 'server.js': '1' });
  });
  afterEach(() => repository.remove());

  const statesOf = () => measurableStates(Git.in(repository.folder)!);

  test('offers the last commit with what has changed since, and the commits before it', async () => {
    repository.write({ 'server.js': '2' });
    repository.commit('second: with “quotes” and | bars');
    repository.write({ 'server.js': '3', 'new.js': '', 'other.js': '' });
    const before = repository.state();
    const states = await statesOf();
    assert.equal(states.head.subject, 'second: with “quotes” and | bars');
    assert.equal(states.head.commit, repository.git('rev-parse', 'HEAD'));
    assert.deepEqual([states.changedFiles, states.newFiles], [1, 2]);
    assert.deepEqual(
      states.commits.map(({ subject }) => subject),
      ['first'],
    );
    assert.equal(
      states.head.committedAt,
      Number(repository.git('log', '-1', '--format=%ct')) * 1000,
    );
    assert.equal(states.fork, null);
    assert.deepEqual(repository.state(), before);
  });

  test('says where a branch has left main, and names the other branches but not its own', async () => {
    const first = repository.git('rev-parse', 'HEAD');
    repository.git('switch', '--quiet', '--create', 'faster');
    repository.commit('faster');
    repository.git('branch', 'same-commit');
    repository.git('switch', '--quiet', 'main');
    const main = repository.commit('meanwhile on main');
    repository.git('switch', '--quiet', 'faster');
    const { fork, branches } = await statesOf();
    assert.deepEqual([fork?.commit, fork?.of], [first, 'main']);
    assert.deepEqual(
      branches.map(({ name, commit }) => [name, commit]),
      [['main', main]],
    );
  });

  test('says in a sentence why there is nothing to measure against', async () => {
    const empty = new GitRepository();
    try {
      const { states, problem } = await answerMeasureStates({ folder: empty.folder });
      assert.equal(states, null);
      assert.match(problem!.message, /no commit yet/);
      const outside = await answerMeasureStates({ folder: '/' });
      assert.equal(outside.problem?.kind, 'no-repository');
      const path = process.env['PATH'];
      try {
        process.env['PATH'] = empty.folder;
        const without = await answerMeasureStates({ folder: repository.folder });
        assert.deepEqual([without.states, without.problem?.kind], [null, 'no-git']);
      } finally {
        process.env['PATH'] = path;
      }
    } finally {
      empty.remove();
    }
  });
});
