import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { extensionFiles } from '../support/vsix.ts';

test('the extension has every program that is built, but for the command', () => {
  const built = readdirSync(join(import.meta.dirname, '../../dist'))
    .filter((name) => name.endsWith('.cjs') && name !== 'cli.cjs')
    .map((name) => `dist/${name}`);
  const packed = extensionFiles().filter((file) => /^dist\/[^/]+\.cjs$/.test(file));
  assert.deepEqual(packed, built.sort());
});
