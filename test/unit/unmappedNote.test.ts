import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { buildSync } from 'esbuild';
import { unmappedNote } from '../../src/analysis/source/unmappedNote.ts';

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
    unmappedNote([line('/app/dist/b.js', 0.2), line('/app/dist/main.js', 0.3)], sources, '/app'),
    '50.0 % of the time is in very long lines that a build wrote without source maps (dist/main.js and 1 more): turn source maps on in the build to see your own lines.',
  );
  assert.match(
    unmappedNote([line('/app/.next/server/a.js', 0.5)], sources, '/other')!,
    /\(\/app\/\.next\/server\/a\.js\): set `experimental: \{ serverSourceMaps: true \}`/,
  );
  assert.equal(unmappedNote([line('/app/dist/main.js', 0.05)], sources, '/app'), null);
  assert.equal(unmappedNote([line('/app/src/own.js', 0.9)], sources, '/app'), null);
});

test('says it of bundles whose lines are short, with the setting of what made them', () => {
  const note = (text: string) =>
    unmappedNote(
      [{ file: '/app/dist/main.js', line: 3, self: 0.5 }],
      new Map([['/app/dist/main.js', text]]),
      '/app',
    );
  const code = 'f();\n'.repeat(5);
  const made: [text: string, note: RegExp][] = [
    [`// src/price.ts\n${code}\n// src/main.ts\n${code}`, /what esbuild bundled .* `--sourcemap`/],
    [
      `/******/ (() => { // webpackBootstrap\n/******/ \tvar __webpack_modules__ = ({\n${code}`,
      /what webpack bundled .* `devtool: 'source-map'`/,
    ],
    [`// \\0rolldown/runtime.js\n${code}`, /what Rolldown bundled/],
    [`function getDefaultExportFromCjs (x) {\n${code}}`, /what Rollup bundled .*sourcemap: true/],
    [`/******/ function __nccwpck_require__(moduleId) {\n${code}`, /`ncc --source-map`/],
  ];
  for (const [text, expected] of made) assert.match(note(text)!, expected);
  assert.match(
    note(made[0]![0])!,
    /^50\.0 % of the time is in what esbuild bundled without source maps \(dist\/main\.js\): /,
  );
  // A person's own.
  assert.equal(note(`// src/main.ts\n// src/price.ts\n${code}`), null);
  assert.equal(note(`// src/main.ts\n${code}`), null);
  assert.equal(note(`${code}const name = '__webpack_require__';\n`), null);
});

test('knows what esbuild really writes', () => {
  const { outputFiles } = buildSync({
    stdin: {
      contents: 'export * from "./unmappedNote.ts"',
      resolveDir: resolve(import.meta.dirname, '../../src/analysis/source'),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
  });
  const text = outputFiles[0]!.text;
  const lines = [{ file: '/app/dist/main.js', line: 3, self: 0.5 }];
  assert.match(unmappedNote(lines, new Map([['/app/dist/main.js', text]]), '/app')!, /esbuild/);
});
