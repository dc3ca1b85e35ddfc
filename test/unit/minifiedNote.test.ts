import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minifiedNote } from '../../src/analysis/source/minifiedNote.ts';

const long = 'f();'.repeat(300);
const line = (file: string, self: number) => ({ file, line: 2, self });

test('says which setting brings the lines back where a build wrote them without maps', () => {
  const sources = new Map([
    ['/app/dist/main.js', `// banner\n${long}`],
    ['/app/dist/b.js', `// banner\n${long}`],
    ['/app/.next/server/a.js', `// banner\n${long}`],
    ['/app/src/own.js', `// banner\nf();\n// ${long}`],
  ]);
  assert.equal(
    minifiedNote([line('/app/dist/b.js', 0.2), line('/app/dist/main.js', 0.3)], sources, '/app'),
    '50.0 % of the time is in very long lines that a build wrote without source maps (dist/main.js and 1 more): turn source maps on in the build to see your own lines.',
  );
  assert.match(
    minifiedNote([line('/app/.next/server/a.js', 0.5)], sources, '/other')!,
    /\(\/app\/\.next\/server\/a\.js\): set `experimental: \{ serverSourceMaps: true \}`/,
  );
  assert.equal(minifiedNote([line('/app/dist/main.js', 0.05)], sources, '/app'), null);
  assert.equal(minifiedNote([line('/app/src/own.js', 0.9)], sources, '/app'), null);
});
