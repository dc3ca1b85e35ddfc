import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import { ScriptPositions } from '../../src/analysis/source/scriptPositions.ts';
import { loadSourceMap } from '../../src/analysis/source/sourceMap.ts';

const source = `interface Order {
  total: number;
}

type Orders = Order[];

function sumOfOrders(orders: Orders): number {
  let sum = 0;
  for (const order of orders) sum += order.total; // hot
  return sum;
}

export const averageOfOrders = (orders: Orders): number => sumOfOrders(orders) / orders.length;
`;

const minified = transformSync(source, {
  loader: 'ts',
  minify: true,
  format: 'esm',
  sourcemap: 'external',
  sourcefile: 'orders.ts',
});

/** Positions of a script whose map files are `onDisk`. */
async function positions(
  file: string,
  text: string,
  onDisk: Record<string, string>,
): Promise<ScriptPositions> {
  const files = {
    read: (path: string) => Promise.resolve(onDisk[path] ?? null),
    exists: (path: string) => path in onDisk,
    changedMs: () => null,
  };
  const map = await loadSourceMap(file, text, files);
  assert.ok(map !== null && typeof map !== 'string', String(map));
  return new ScriptPositions(file, text, map, ['/app'], files);
}

function withMap(map: object): string {
  return JSON.stringify({ ...(JSON.parse(minified.map) as object), ...map });
}

const hotOffset = minified.code.indexOf('.total');

test('maps a one-line module by column, with the names that a minifier took away', async () => {
  const text = `${minified.code}//# sourceMappingURL=orders.js.map\n`;
  const script = await positions('/app/dist/orders.js', text, {
    '/app/dist/orders.js.map': withMap({ sources: ['../src/orders.ts'] }),
  });
  const hot = script.at(hotOffset);
  assert.equal(hot.file, '/app/src/orders.ts');
  assert.equal(hot.line, 9);
  assert.equal(script.functionName(minified.code.indexOf('(')), 'sumOfOrders');
  assert.equal(script.functionName(minified.code.indexOf('=>') - 3), null);
});

test('reads maps inline, with or without a byte that is not ASCII', async () => {
  const json = withMap({ sources: ['örders.ts'] });
  const url = `data:application/json;base64,${Buffer.from(json).toString('base64')}`;
  const script = await positions(
    '/app/src/x.ts',
    `${minified.code}//# sourceMappingURL=${url}`,
    {},
  );
  assert.equal(decodeURI(script.at(hotOffset).file), '/app/src/örders.ts');
  assert.equal(script.at(hotOffset).line, 9);
});

const sourcesCases: [string, object, string][] = [
  ['sourceRoot', { sourceRoot: '../lib', sources: ['orders.ts'] }, '/app/lib/orders.ts'],
  ['absolute sourceRoot', { sourceRoot: '/srv/', sources: ['orders.ts'] }, '/srv/orders.ts'],
  ['file: url', { sources: ['file:///srv/my%20shop/orders.ts'] }, '/srv/my shop/orders.ts'],
  ['percent-encoded path', { sources: ['../my%20shop/orders.ts'] }, '/app/my shop/orders.ts'],
  ['path with a space', { sources: ['../my shop/orders.ts'] }, '/app/my shop/orders.ts'],
  ['webpack url', { sources: ['webpack://shop/./src/orders.ts?ab12'] }, '/app/src/orders.ts'],
];
for (const [what, map, expected] of sourcesCases) {
  test(`finds the original of a map with ${what}`, async () => {
    const text = `${minified.code}//# sourceMappingURL=orders.js.map`;
    const script = await positions('/app/dist/orders.js', text, {
      '/app/dist/orders.js.map': withMap(map),
      [expected]: source,
    });
    assert.equal(script.at(hotOffset).file, expected);
  });
}

test('finds the map of a script below a folder with a space and a percent sign', async () => {
  const text = `${minified.code}//# sourceMappingURL=orders.js.map`;
  const script = await positions('/my app/100%/orders.js', text, {
    '/my app/100%/orders.js.map': withMap({ sources: ['orders.ts'] }),
    '/my app/100%/orders.ts': source,
  });
  assert.equal(script.at(hotOffset).file, '/my app/100%/orders.ts');
});

test('reads maps that are made of sections', async () => {
  const section = JSON.parse(withMap({ sources: ['orders.ts'] })) as object;
  const sections = [{ offset: { line: 0, column: 0 }, map: section }];
  const text = `${minified.code}//# sourceMappingURL=orders.js.map`;
  const script = await positions('/app/orders.js', text, {
    '/app/orders.js.map': JSON.stringify({ version: 3, sections }),
  });
  assert.equal(script.at(hotOffset).line, 9);
});

test('follows the map of a package only to files of that package', async () => {
  const text = `${minified.code}//# sourceMappingURL=Cart.js.map`;
  const file = '/app/node_modules/@shop/cart/cjs/Cart.js';
  const load = (source: string) =>
    loadSourceMap(file, text, {
      read: () => Promise.resolve(withMap({ sources: [source] })),
      exists: () => false,
      changedMs: () => null,
    });
  assert.equal(await load('../../src/Cart.ts'), null);
  assert.notEqual(await load('../src/Cart.ts'), null);
  assert.notEqual(await load('webpack:///src/Cart.ts'), null);
});

test('keeps apart what is the user’s and what a bundled package names outside of the project', async () => {
  const text = `${minified.code}//# sourceMappingURL=orders.js.map`;
  const script = await positions('/app/dist/orders.js', text, {
    '/app/dist/orders.js.map': withMap({ sources: ['webpack://shop/../../src/orders.ts'] }),
    '/app/src/orders.ts': source,
  });
  assert.equal(script.at(hotOffset).file, 'webpack://shop/../../src/orders.ts');
});

test('says in a sentence that a map is missing or broken, and keeps the script’s own lines', async () => {
  const text = 'f();\n//# sourceMappingURL=gone.js.map';
  const nothing = { read: () => Promise.resolve(null), exists: () => false, changedMs: () => null };
  assert.match(
    String(await loadSourceMap('/app/a.js', text, nothing)),
    /\/app\/gone\.js\.map of \/app\/a\.js can't be read/,
  );
  const broken = {
    read: () => Promise.resolve('{"version":3'),
    exists: () => true,
    changedMs: () => null,
  };
  assert.match(String(await loadSourceMap('/app/a.js', text, broken)), /a\.js is broken/);
  assert.equal(await loadSourceMap('/app/a.js', 'f();', nothing), null);
  const script = new ScriptPositions('/app/a.js', text, null, [], nothing);
  assert.deepEqual(script.at(5), { file: '/app/a.js', line: 2, column: 1, name: null });
});

test('takes the last comment for the map, not one in a string', async () => {
  const text = `const s = "//# sourceMappingURL=wrong.map";\n${minified.code}//# sourceMappingURL=orders.js.map`;
  const script = await positions('/app/orders.js', text, {
    '/app/orders.js.map': withMap({ sources: ['orders.ts'] }),
  });
  assert.ok(script.mapped);
});
