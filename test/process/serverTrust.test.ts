import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type AnswerOf, methodOf } from '../../src/shared/lspWire.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { withClient } from './serverClient.ts';

test('asks neither git nor the network before the workspace is trusted', () =>
  withClient(async (client) => {
    const repository = new GitRepository({ 'server.js': '', '.gitattributes': '*.js filter=own' });
    const marker = join(repository.folder, 'ran');
    try {
      // Git runs a filter where a file may differ from what is committed.
      repository.git('config', 'filter.own.clean', `touch '${marker}'; cat`);
      repository.write({ 'server.js': '// edited' });
      const ask = () =>
        client.connection.sendRequest<AnswerOf<'measureStates'>>(methodOf('measureStates'), {
          folder: repository.folder,
        });
      await client.initialize({ trusted: false });
      const { states, problem } = await ask();
      assert.equal(states, null);
      assert.equal(problem?.kind, 'untrusted-workspace');
      const { host } = await client.connection.sendRequest<AnswerOf<'otherHost'>>(
        methodOf('otherHost'),
        {
          url: 'http://192.0.2.1/',
        },
      );
      assert.equal(host, null);
      assert.ok(!existsSync(marker));

      await client.notify(methodOf('trust'));
      assert.equal((await ask()).states?.changedFiles, 1);
      assert.ok(existsSync(marker), 'the filter is one that git runs');
      await client.close();
    } finally {
      repository.remove();
    }
  }));
