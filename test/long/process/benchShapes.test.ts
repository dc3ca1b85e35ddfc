import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { BenchReport } from '../../../src/shared/bench.ts';
import { shapesSentence } from '../../../src/shared/benchShapes.ts';
import { CliRun, workspaces } from '../../process/cliDriver.ts';
import { nodeBinary, testedLines } from '../../support/nodeVersions.ts';

/** Whether a function meets the shapes of the server by itself, on every Node.js line. */

const folder = mkdtempSync(join(tmpdir(), 'bench-shapes-'));
after(() => rmSync(folder, { recursive: true }));
const fixture = join(folder, 'calls.mjs');
writeFileSync(
  fixture,
  'export const calls = [{ args: [Array.from({ length: 3000 }, (_, i) => ({ price: i, count: 2 }))] }];',
);

async function shapesOf(line: number, ...words: string[]): Promise<string> {
  const cli = new CliRun(
    ['bench', '--json', '-', ...words, '-d', '2', '--', await nodeBinary(line), 'server.js'],
    join(workspaces, 'shapes'),
  );
  assert.equal(await cli.exit(), 0, cli.stderr);
  await cli.leftNothing();
  return shapesSentence((JSON.parse(cli.stdout) as BenchReport).shapes!);
}

for (const major of testedLines([20, 22, 24, 26])) {
  test(`meets the shapes of the recorded calls, on Node.js ${major}`, async () => {
    assert.match(await shapesOf(major, 'work.js:6'), /^as in the server: \.price 3 shapes/);
  });

  test(`meets them in a function that another one makes, on Node.js ${major}`, async () => {
    assert.match(await shapesOf(major, 'work.js:15'), /^as in the server: \.price 3 shapes/);
  });

  test(`says where calls of a fixture have other shapes, on Node.js ${major}`, async () => {
    assert.match(
      await shapesOf(major, 'work.js:6', '--fixture', fixture),
      /^differ: \.price met 3 shapes in the server, one shape here/,
    );
  });
}
