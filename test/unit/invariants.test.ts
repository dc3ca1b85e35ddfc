import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const table = readFileSync(resolve(root, 'src/README.md'), 'utf8').split('## Invariants')[1] ?? '';
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('.test.ts'))
  .map((line) => ({
    line,
    tests: [...line.matchAll(/\]\(\.\.\/(test\/[^)]+)\)/g)].map(([, path]) => path!),
    command: line.split('|').at(-2)!.trim(),
  }));

test('each invariant says which command runs its tests', () => {
  assert.ok(rows.length > 60, `${rows.length} rows`);
  for (const { line, tests, command } of rows) {
    const commands = new Set(tests.map(commandOf));
    const wanted = ['test', 'all', 'wine'].filter((each) => commands.has(each)).join(', ');
    assert.equal(command, wanted, line);
  }
});

function commandOf(path: string): string {
  if (!path.startsWith('test/long/')) return 'test';
  return /\/windows\w*\.test\.ts$/.test(path) ? 'wine' : 'all';
}
