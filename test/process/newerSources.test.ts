import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import { lightRun, succeeded, withFolder } from './engineHarness.ts';

const source = `import { createServer } from 'node:http';

function total(prices: number[]): number {
  let sum = 0;
  for (let i = 0; i < 200_000; i++) sum += prices[i % prices.length]!;
  return sum;
}

createServer((request, response) => response.end(String(total([1, 2, 3])))).listen(0, '127.0.0.1');
`;
const edited = source.replace('let sum', '// slow\n  let sum');

/** The notes of a run of dist/app.mjs, built from `source` a minute ago and half a minute before src/app.ts was saved. */
async function notes(saved: string, sourcesContent: boolean, savedAgoS = 30): Promise<string[]> {
  const { code, map } = transformSync(source, {
    loader: 'ts',
    format: 'esm',
    sourcemap: 'external',
    sourcesContent,
  });
  const files = {
    'package.json': '{}',
    'src/app.ts': saved,
    'dist/app.mjs': `${code}//# sourceMappingURL=app.mjs.map\n`,
    'dist/app.mjs.map': JSON.stringify({
      ...(JSON.parse(map) as object),
      sources: ['../src/app.ts'],
    }),
  };
  let found: string[] = [];
  await withFolder(files, async (folder) => {
    const now = Date.now() / 1000;
    const touch = (name: string, agoS: number) =>
      utimesSync(join(folder.path, name), now - agoS, now - agoS);
    touch('dist/app.mjs', 60);
    touch('dist/app.mjs.map', 60);
    touch('src/app.ts', savedAgoS);
    const command = [process.execPath, 'dist/app.mjs'];
    const { report } = succeeded(
      await lightRun(folder, { command, load: { rate: 200 } }, ({ phase }) => {
        // Who goes on typing while the load runs has forgotten nothing.
        if (phase === 'measuring' && savedAgoS > 60) {
          writeFileSync(join(folder.path, 'src/app.ts'), edited);
        }
      }),
    );
    found = report.notes.filter((note) => note.includes('app.ts'));
  });
  return found;
}

test('says that a source is newer than the build that ran, which its map cannot tell the text of', async () => {
  assert.deepEqual(await notes(edited, false), [
    'src/app.ts is newer than the build that ran (dist/app.mjs): build first, or lines may be off.',
  ]);
});

test('says that the older text was measured where the map has it', async () => {
  assert.deepEqual(await notes(edited, true), [
    'src/app.ts is newer than the build that ran (dist/app.mjs): what was measured is the older text. Build first to measure the new one.',
  ]);
});

test('says nothing of a source that was only touched, and has the text that was built', async () => {
  assert.deepEqual(await notes(source.replaceAll('\n', '\r\n'), true), []);
});

test('says nothing of a source that is older than its build, or is edited during the run', async () => {
  assert.deepEqual(await notes(source, false, 90), []);
});
