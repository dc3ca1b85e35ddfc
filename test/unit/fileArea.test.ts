import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaOfFile, areaOfSource } from '../../src/analysis/source/fileArea.ts';
import { foldersAround, originalPath } from '../../src/analysis/source/originalPath.ts';
import { scriptPath } from '../../src/analysis/text/scriptPath.ts';
import { namedFile, scriptFile } from '../../src/analysis/source/scriptUrl.ts';

const folders = ['/home/me/shop'];

test('tells the user’s files from packages, node and the rest', () => {
  const cases: [string, string, string][] = [
    ['/home/me/shop/src/a.ts', 'app', ''],
    ['/home/me/shop-old/src/a.ts', 'deps', '(outside the workspace)'],
    ['/home/me/shop/node_modules/koa/lib/a.js', 'deps', 'koa'],
    ['/home/me/shop/node_modules/@koa/router/a.js', 'deps', '@koa/router'],
    ['/home/me/shop/node_modules/.pnpm/koa@3.0.0/node_modules/koa/a.js', 'deps', 'koa'],
    ['/home/me/shop/node_modules/a/node_modules/b/c.js', 'deps', 'b'],
    ['node:internal/timers', 'core', ''],
    ['wasm://wasm/0a1b', 'wasm', ''],
    ['', 'deps', '(generated code)'],
    ['<unknown>', 'deps', '(generated code)'],
    ['evalmachine.<anonymous>', 'deps', 'evalmachine.<anonymous>'],
    ['Function node:9f2c [double it]', 'deps', 'Function node:9f2c [double it]'],
    ['/home/me/shop/node_modules/src/a.ts', 'deps', '(a bundled package)'],
    ['webpack://next/src/server/render.tsx', 'deps', 'next'],
    ['turbopack:///[turbopack]/shared/runtime.ts', 'deps', 'next'],
    ['turbopack:///[project]/app/gone.ts', 'app', ''],
    ['about://React/Server/file:///home/me/shop/.next/server/page.js?2', 'deps', 'react'],
    ['webpack://shop/src/gone.ts', 'app', ''],
    ['webpack:///./src/gone.ts', 'app', ''],
    ['webpack://shop/webpack/bootstrap', 'deps', '(generated code)'],
    ['webpack://shop/external commonjs "path"', 'deps', '(generated code)'],
    ['webpack://shop/?ac5b', 'deps', '(generated code)'],
    [
      'webpack://shop/../../../src/shared/lib/is-plain-object.ts',
      'deps',
      '(outside the workspace)',
    ],
    ['webpack://shop/./node_modules/koa/a.js', 'deps', 'koa'],
    ['[eval]-wrapper', 'app', ''],
  ];
  for (const [file, area, name] of cases) {
    assert.deepEqual(areaOfFile(file, folders), { area, package: name }, file);
  }
});

test('compares Windows paths without regard to case and slashes', () => {
  const windows = ['C:\\Users\\me\\shop'];
  assert.equal(areaOfFile('c:\\users\\me\\shop\\src\\a.ts', windows).area, 'app');
  assert.equal(areaOfFile('C:\\x\\node_modules\\koa\\a.js', windows).package, 'koa');
});

test('turns file urls into paths', () => {
  assert.equal(scriptPath('file:///home/me/a%20b/c.mjs?v=1'), '/home/me/a b/c.mjs');
  assert.equal(scriptPath('file:///C:/me/a.mjs'), 'C:\\me\\a.mjs');
  assert.equal(scriptPath('file:///home/100%/a.mjs'), '/home/100%/a.mjs');
  assert.equal(scriptPath('/home/me/a.js'), '/home/me/a.js');
});

test('finds the files behind the urls that bundlers write', () => {
  const onDisk = new Set(['/home/me/shop/src/a.ts', '/home/me/shop/app/route.ts']);
  const files = {
    read: () => Promise.resolve(null),
    exists: (path: string) => onDisk.has(path),
    changedMs: () => null,
  };
  const find = (source: string): string => originalPath(source, folders, files);
  assert.equal(find('webpack://shop/./src/a.ts?1f2e'), '/home/me/shop/src/a.ts');
  assert.equal(find('webpack:///src/a.ts'), '/home/me/shop/src/a.ts');
  assert.equal(find('turbopack:///[project]/app/route.ts'), '/home/me/shop/app/route.ts');
  assert.equal(find('webpack://shop/./src/gone.ts'), 'webpack://shop/./src/gone.ts');
  assert.equal(find('webpack-internal:///home/me/shop/src/a.ts'), '/home/me/shop/src/a.ts');
  assert.equal(find('webpack://shop/?ac5b'), 'webpack://shop/?ac5b');
  assert.equal(find('file:///home/me/shop/src/a.ts'), '/home/me/shop/src/a.ts');
  assert.equal(
    find('file:///home/me/shop/.next/server/[project]/src/a.ts'),
    '/home/me/shop/src/a.ts',
  );
  assert.equal(
    find('file:///home/me/shop/.next/server/[turbopack]/runtime.ts'),
    'turbopack:///[turbopack]/runtime.ts',
  );
});

test('gives Next.js what a build of the user’s names of it, and the user what lies beside', () => {
  const onDisk = new Set([
    '/home/me/shop/web/src/pages/_document.tsx',
    '/home/me/shop/shared/price.ts',
    // npm has put it further up than the workspace.
    '/home/me/node_modules/next/dist/pages/_document.js',
    '/home/me/node_modules/next/dist/server/render.js',
  ]);
  const files = {
    read: () => Promise.resolve(null),
    exists: (path: string) => onDisk.has(path),
    changedMs: () => null,
  };
  const find = (source: string): string =>
    originalPath(source, ['/home/me/shop/web', '/home/me/shop'], files);
  assert.equal(
    find('webpack://shop/../../src/pages/_document.tsx'),
    '/home/me/node_modules/next/src/pages/_document.tsx',
  );
  assert.equal(
    find('webpack:///src/pages/_document.tsx'),
    '/home/me/shop/web/src/pages/_document.tsx',
  );
  assert.equal(
    find('webpack:///src/server/render.tsx'),
    '/home/me/node_modules/next/src/server/render.tsx',
  );
  assert.equal(find('webpack://web/../shared/price.ts'), '/home/me/shop/shared/price.ts');
  // Of another package that was bundled.
  assert.equal(find('webpack://shop/../../src/Cart.ts'), 'webpack://shop/../../src/Cart.ts');
  assert.equal(areaOfFile('webpack://shop/../../src/Cart.ts', folders).area, 'deps');
});

test('looks for sources in the package of the script before the whole workspace', () => {
  const onDisk = [
    '/home/me/shop/src/a.ts',
    '/home/me/shop/packages/api/package.json',
    '/home/me/shop/packages/api/src/a.ts',
    '/home/me/shop/packages/api/dist/src/a.ts',
  ];
  const files = {
    read: () => Promise.resolve(null),
    exists: (path: string) => onDisk.includes(path),
    changedMs: () => null,
  };
  const around = (script: string) => foldersAround(script, folders, files);
  assert.deepEqual(around('/home/me/shop/packages/api/dist/main.js'), [
    '/home/me/shop/packages/api',
    '/home/me/shop',
  ]);
  assert.deepEqual(around('/home/me/shop/dist/main.js'), ['/home/me/shop']);
  assert.deepEqual(around('/home/me/shop-old/dist/main.js'), ['/home/me/shop']);
  assert.equal(
    originalPath(
      'webpack://api/./src/a.ts',
      around('/home/me/shop/packages/api/dist/main.js'),
      files,
    ),
    '/home/me/shop/packages/api/src/a.ts',
  );
});

test('takes the file that evaluated code names, where it is a whole path or url', () => {
  const cases: [text: string, file: string][] = [
    [
      'f()\n//# sourceURL=/home/me/shop/src/a.ts\n//# sourceMappingURL=data:,',
      '/home/me/shop/src/a.ts',
    ],
    ['f()\n//# sourceURL=file:///home/me/a%20b.ts', '/home/me/a b.ts'],
    ['f()\n//# sourceURL=webpack:///./src/a.ts?', 'webpack:///./src/a.ts'],
    ['"//# sourceURL=/a.js";f()\n//# sourceURL=C:\\me\\b.js', 'C:\\me\\b.js'],
    ['f()\n//# sourceURL="/home/me/my shop/views/a.ejs"\n', '/home/me/my shop/views/a.ejs'],
    ['f()\n//# sourceURL=ejs', 'ejs'],
    ['f("//# sourceURL=ejs")', '<unknown>'],
    ['f()\n//# sourceURL=node:fs', '<unknown>'],
    ['f()', '<unknown>'],
  ];
  for (const [text, file] of cases) assert.equal(scriptFile('<unknown>', text), file, text);
  assert.equal(scriptFile('/app/a.js', 'f()\n//# sourceURL=/app/b.js'), '/app/a.js');
});

test('takes a name for a file only where the workspace has that file', () => {
  const files = {
    read: () => Promise.resolve(null),
    exists: (path: string) => ['/home/me/shop/rules/a.js', '/home/me/shop/ejs'].includes(path),
    changedMs: () => null,
  };
  const named = (name: string) => namedFile(name, folders, files);
  assert.equal(named('./rules/a.js'), '/home/me/shop/rules/a.js');
  for (const name of [
    'rules/b.js',
    '../shop/rules/a.js',
    '/rules/a.js',
    'rules/../rules/a.js',
    'ejs',
  ]) {
    assert.equal(named(name), name);
  }
});

test('leaves to a package what its maps name, wherever that is', () => {
  const script = '/home/me/shop/node_modules/next/dist/compiled/route.js';
  const cases: [source: string, area: string, name: string][] = [
    ['webpack://next/dist/src/server/route.ts', 'deps', 'next'],
    ['/home/me/shop/src/server/route.ts', 'deps', 'next'],
    ['webpack:///src/server/route.ts', 'deps', 'next'],
    ['/home/me/shop/node_modules/cookie/index.js', 'deps', 'next'],
    [script, 'deps', 'next'],
  ];
  for (const [source, area, name] of cases) {
    assert.deepEqual(areaOfSource(source, script, folders), { area, package: name }, source);
  }
  const built = '/home/me/shop/dist/a.js';
  assert.equal(areaOfSource('/home/me/shop/src/a.ts', built, folders).area, 'app');
});
