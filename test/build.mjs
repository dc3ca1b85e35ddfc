import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { context } from 'esbuild';

/**
 * `npm run build` makes the bundles in dist/, each with the list of what is in it in .cache/bundles/
 * (for the licences, test/notices.ts). With `--watch` it makes them again whenever a source changes.
 */

const root = join(import.meta.dirname, '..');

/** @type {import('esbuild').BuildOptions} */
const node = { bundle: true, platform: 'node', target: 'node20', format: 'cjs' };
/** Of several files in one folder, with an ending that Node.js takes for CommonJS. */
const files = { outdir: 'dist', outExtension: { '.js': '.cjs' } };

/**
 * Of autocannon and its histograms: printing, and sending of forms, without which the load process
 * starts sooner.
 * @type {import('esbuild').Plugin}
 */
const withoutUnused = {
  name: 'without what is not used',
  setup({ onResolve, onLoad }) {
    const filter = /^\.\/(?:lib\/)?(?:printResult|progressTracker|multipart|HistogramLogWriter)$/;
    onResolve({ filter }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** @type {Record<string, import('esbuild').BuildOptions>} */
export const bundles = {
  cli: { ...node, entryPoints: ['src/cli/main.ts'], outfile: 'dist/cli.cjs' },
  server: {
    ...node,
    ...files,
    entryPoints: {
      server: 'src/server/main.ts',
      runWriter: 'src/server/runWriter.ts',
      profileOpener: 'src/server/profileOpener.ts',
    },
  },
  host: {
    ...node,
    ...files,
    entryPoints: {
      extension: 'src/host/extension.ts',
      languageClient: 'src/host/core/languageClient.ts',
    },
    external: ['vscode'],
  },
  load: {
    ...node,
    entryPoints: ['src/engine/loadWorker.ts'],
    outfile: 'dist/loadWorker.cjs',
    alias: { pako: './src/engine/load/zlibAsPako.ts' },
    plugins: [withoutUnused],
  },
  guard: {
    ...node,
    ...files,
    entryPoints: {
      guard: 'src/engine/guard.ts',
      closeInspector: 'src/engine/samplers/closeInspector.ts',
    },
  },
  // Loaded by the user's server, whose Node.js may be older.
  preload: {
    ...node,
    ...files,
    target: 'node18',
    entryPoints: ['preload', 'learner', 'recorder', 'benchLoader', 'benchWorker'].map(
      (name) => `src/engine/${name}.ts`,
    ),
  },
  page: {
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    entryPoints: [
      'webview/main.ts',
      'webview/comparison.ts',
      'webview/why.ts',
      'webview/bench.ts',
      'src/cli/pageHost.ts',
    ],
    entryNames: '[name]',
    outdir: 'dist/page',
    alias: { 'd3-transition': './webview/flame/noTransitions.ts' },
  },
  // 0x as it starts a server, without its own flamegraph.
  '0x': {
    ...node,
    target: 'node18',
    minify: true,
    entryPoints: ['src/engine/samplers/0x/program.ts'],
    external: ['*/lib/render'],
    outfile: 'dist/0x/bin/program.cjs',
  },
  '0xRender': {
    entryPoints: ['src/engine/samplers/0x/render.ts'],
    format: 'cjs',
    outfile: 'dist/0x/bin/lib/render.js',
  },
  '0xPreloads': {
    entryPoints: ['no-cluster', 'redir-stdout', 'soft-exit'].map(
      (name) => `node_modules/0x/lib/preload/${name}.js`,
    ),
    outdir: 'dist/0x/lib/preload',
  },
  '0xManifest': {
    entryPoints: ['src/engine/samplers/0x/package.json'],
    loader: { '.json': 'copy' },
    outfile: 'dist/0x/package.json',
  },
};

const isWatching = process.argv.includes('--watch');
mkdirSync(join(root, '.cache', 'bundles'), { recursive: true });
try {
  await Promise.all(
    Object.entries(bundles).map(async ([name, options]) => {
      const bundle = await context({
        ...options,
        absWorkingDir: root,
        metafile: true,
        logLevel: isWatching ? 'info' : 'warning',
        // For the debugger.
        ...(isWatching && { sourcemap: 'linked' }),
      });
      try {
        const { metafile } = await bundle.rebuild();
        writeFileSync(join(root, '.cache', 'bundles', `${name}.json`), JSON.stringify(metafile));
      } finally {
        // What is not disposed of keeps this process alive, also after a mistake in a file.
        if (isWatching) await bundle.watch();
        else await bundle.dispose();
      }
    }),
  );
  if (isWatching) console.log('Built; watching for changes.');
} catch {
  // esbuild has said what is wrong, and where.
  process.exitCode = 1;
}
