import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { extensionFiles } from '../support/vsix.ts';

const file = 'dist/THIRD-PARTY-NOTICES.txt';
const root = join(import.meta.dirname, '../..');

test('the extension ships the licences of what is bundled into it, and of nothing else', () => {
  assert.ok(extensionFiles().includes(file));
  const notices = readFileSync(join(root, file), 'utf8');
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const named = new Set(
    [...notices.matchAll(/^(\S+) \d+\.\d+\.\d\S* \(/gm)].map(([, name]) => name),
  );
  for (const name of Object.keys(dependencies)) assert.ok(named.has(name), `${name} is named`);
  for (const name of ['esbuild', 'playwright-core', 'typescript']) {
    assert.ok(!named.has(name), `${name} is not in the bundles`);
  }
  assert.match(notices, /^d3-flame-graph \S+ \(Apache-2\.0\)$/m);
  assert.equal(notices.match(/TERMS AND CONDITIONS FOR USE, REPRODUCTION/g)?.length, 1);
  assert.match(notices, /^autocannon \S+ \(MIT\)\n {2}Copyright \(c\) /m);
});
