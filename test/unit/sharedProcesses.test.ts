import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findTestFiles } from '../runner/testFiles.ts';

/** Files of these rooms share a process, and with it what node:test knows outside of any group. */
const shared = ['unit', 'webview'];

test('a hook around each test is in a group, else it runs for the tests of other files too', () => {
  const files = findTestFiles('all', []).filter(({ room }) => shared.includes(room));
  assert.ok(files.length > 100, `${files.length} files`);
  const wrong = files.filter(({ path }) =>
    /^(?:before|after)Each\(/m.test(readFileSync(path, 'utf8')),
  );
  assert.deepEqual(
    wrong.map(({ name }) => name),
    [],
  );
});
