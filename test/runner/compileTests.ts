import { build, transform, type Plugin } from 'esbuild';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledVariable, testPrograms } from '../support/testProgram.ts';
import { testFolder, type FoundFile, type TestFile } from './testFiles.ts';

/** What this process runs; in the repository, so that packages are found. */
const compiledFolder = join(import.meta.dirname, '../../.cache/tests', String(process.pid));

/**
 * Makes JavaScript of test files and of the programs that they start. A process that needs no loader starts in
 * a third of the time. Modules that several files import are made once. Throws esbuild's errors.
 */
export async function compileTests(files: readonly FoundFile[]): Promise<TestFile[]> {
  const programOf = (name: string) => join(compiledFolder, `${name}.test.js`);
  await build({
    entryPoints: [
      ...files.map(({ path, name }) => ({ in: path, out: `${name}.test` })),
      ...testPrograms.map((name) => ({ in: join(testFolder, `${name}.ts`), out: name })),
    ],
    outdir: compiledFolder,
    ...{ bundle: true, splitting: true, platform: 'node', format: 'esm', target: 'node20' },
    packages: 'external',
    ...{ sourcemap: true, sourcesContent: false },
    plugins: [whereTheyWere, withoutEndings],
    logLevel: 'error',
  });
  process.env[compiledVariable] = compiledFolder;
  return files.map((file) => ({ ...file, program: programOf(file.name) }));
}

export async function removeCompiledTests(): Promise<void> {
  await rm(compiledFolder, { recursive: true, force: true });
}

/** What a file learns of its own place is that of its source. */
const whereTheyWere: Plugin = {
  name: 'where they were',
  setup({ onLoad }) {
    onLoad({ filter: /\.c?ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!/import\.meta|__dirname/.test(text)) return null;
      const { code } = await transform(text, {
        ...{ loader: 'ts', sourcefile: path, sourcemap: 'inline' },
        define: {
          'import.meta.dirname': JSON.stringify(dirname(path)),
          'import.meta.filename': JSON.stringify(path),
          'import.meta.url': JSON.stringify(pathToFileURL(path).href),
          __dirname: JSON.stringify(dirname(path)),
        },
      });
      return { contents: code, loader: 'js' };
    });
  },
};

/** Its modules import each other without the ends of names, which Node.js does not find. */
const withoutEndings: Plugin = {
  name: 'without endings',
  setup({ onResolve }) {
    const { resolve } = createRequire(import.meta.url);
    onResolve({ filter: /^jsonc-parser\/lib\/esm\// }, ({ path }) => ({ path: resolve(path) }));
  },
};
