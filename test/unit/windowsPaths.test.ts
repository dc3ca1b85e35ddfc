import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pathFrom } from '../../src/analysis/compare/codeSide.ts';
import { scriptPath } from '../../src/analysis/text/scriptPath.ts';
import { namedFile, scriptFile } from '../../src/analysis/source/scriptUrl.ts';
import { areaOfFile } from '../../src/analysis/source/fileArea.ts';
import { isInside, normalPath } from '../../src/analysis/text/filePath.ts';
import { SourceText } from '../../src/analysis/text/functionText.ts';
import { fileUrl, foldersAround, originalPath } from '../../src/analysis/source/originalPath.ts';
import { loadSourceMap } from '../../src/analysis/source/sourceMap.ts';
import type { SourceFiles } from '../../src/analysis/source/sourceFiles.ts';
import { RanText } from '../../src/analysis/lineMapping/placeLines.ts';
import { maskCode } from '../../src/analysis/text/maskCode.ts';
import { findRoutes } from '../../src/analysis/routes/findRoutes.ts';
import { moved } from '../../src/engine/measure/treePaths.ts';
import { pathOfUri, uriOfPath } from '../../src/server/core/fileUris.ts';
import { LoadedProfile } from '../../src/server/profile/loadedProfile.ts';
import { fileBelow, isSamePath, pathBelow, pathKey } from '../../src/shared/filePaths.ts';
import { isSameSeries } from '../../src/shared/savedRuns.ts';
import { problemText } from '../../src/shared/scenario.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';

/** A disk of Windows, where neither case nor slash tells files apart. */
function diskOf(texts: Record<string, string>): SourceFiles {
  const byKey = new Map(Object.entries(texts).map(([path, text]) => [pathKey(path), text]));
  return {
    read: (path) => Promise.resolve(byKey.get(pathKey(path)) ?? null),
    exists: (path) => byKey.has(pathKey(path)),
    changedMs: () => null,
  };
}

describe('a file has one name', () => {
  test('whoever tells of it', () => {
    for (const [told, name] of [
      ['c:\\shop\\a.js', 'C:\\shop\\a.js'],
      ['c:/shop/a.js', 'C:\\shop\\a.js'],
      ['C:\\shop\\src\\..\\a.js', 'C:\\shop\\a.js'],
      ['file:///c:/shop/a.js', 'C:\\shop\\a.js'],
      ['file:///c%3A/shop/a.js?t=1', 'C:\\shop\\a.js'],
      ['\\\\?\\C:\\shop\\a.js', 'C:\\shop\\a.js'],
      ['\\\\?\\UNC\\host\\share\\a.js', '\\\\host\\share\\a.js'],
      ['file://host/share/100%25%20%C3%BC.js', '\\\\host\\share\\100% ü.js'],
      ['\\\\host\\share\\src/a.js', '\\\\host\\share\\src\\a.js'],
      ['c:\\', 'C:\\'],
      // Neither is a path of Windows.
      ['c:shop', 'c:shop'],
      ['/home/me/a\\b.js', '/home/me/a\\b.js'],
    ] as const) {
      assert.equal(scriptPath(told), name, told);
    }
  });

  test('and as a url leads back to it', () => {
    for (const path of [
      'C:\\shop 100%\\Läden\\a#1?.js',
      '\\\\host\\share\\dist\\a.js',
      '/home/me/a b.js',
    ]) {
      assert.equal(scriptPath(fileUrl(path)), path);
    }
    assert.equal(fileUrl('\\\\host\\share\\a.js'), 'file://host/share/a.js');
    assert.equal(fileUrl('c:\\a b\\ü.js'), 'file:///C:/a%20b/%C3%BC.js');
  });

  test('in an editor that spells the drive in lower case, and in its uris', () => {
    assert.equal(pathOfUri('file:///c%3A/Shop/a%20%25.ts', true), 'C:\\Shop\\a %.ts');
    assert.equal(pathOfUri('file:///c%3A/a%2fb.ts', true), null, 'no file has such a name');
    assert.equal(pathOfUri('file://host/share/a.ts', true), '\\\\host\\share\\a.ts');
    assert.equal(uriOfPath('C:\\Shop\\a %.ts'), 'file:///C:/Shop/a%20%25.ts');
    assert.equal(uriOfPath('\\\\host\\share\\a.ts'), 'file://host/share/a.ts');
    assert.equal(uriOfPath('node:fs'), '');
  });

  test('under which its hot lines are found', () => {
    const profile = profileFromText('price:2/prices.ts');
    for (const fn of profile.functions) fn.file = 'C:\\Shop\\prices.ts';
    const report = reportOf(profile);
    const shown = new LoadedProfile({ profile, report }, null, 0, []);
    for (const path of ['c:\\Shop\\prices.ts', 'C:\\SHOP\\prices.ts', 'c:/shop/prices.ts']) {
      assert.equal(shown.fileOf(path), report.lines[0]!.file, path);
    }
    assert.equal(shown.fileOf('c:\\shop\\other.ts'), null);
  });
});

describe('a folder', () => {
  test('holds its files whatever the case of the drive', () => {
    assert.ok(isInside('C:\\Shop\\a.js', 'c:\\shop'));
    assert.ok(isInside('\\\\HOST\\share\\shop\\a.js', '\\\\host\\Share\\shop\\'));
    assert.ok(!isInside('C:\\shop-old\\a.js', 'c:\\shop'));
    assert.ok(!isInside('/shop/a.js', 'C:\\shop'));
    assert.ok(!isInside('/SHOP/a.js', '/shop'));
  });

  test('is left out where its files are named', () => {
    assert.equal(pathBelow('C:\\Shop\\src\\a.ts', 'c:\\shop'), 'src\\a.ts');
    assert.equal(pathBelow('C:\\shop', 'c:\\shop\\'), '');
    assert.equal(pathBelow('C:\\a.ts', 'c:\\'), 'a.ts');
    assert.equal(pathBelow('/a.ts', '/'), 'a.ts');
    assert.equal(pathBelow('C:\\shopping\\a.ts', 'C:\\shop'), null);
    assert.equal(fileBelow('D:\\a.ts', 'C:\\shop'), 'D:\\a.ts');
    const problem = { file: 'C:\\shop\\.vscode\\hotframe.json', line: 3, column: 7, message: 'no' };
    assert.equal(problemText(problem, 'c:\\shop'), '.vscode\\hotframe.json, line 3, column 7: no');
  });

  test('is the same in a saved run of another case', () => {
    const series = { folder: 'c:\\Shop', launch: 'npm start', request: 'GET /' };
    assert.ok(isSameSeries(series, { ...series, folder: 'C:\\shop' }));
    assert.equal(pathFrom('c:\\Shop', 'C:\\shop\\src\\a.ts'), 'src/a.ts');
    assert.equal(pathFrom('\\\\host\\share\\a', '\\\\host\\share\\b\\a.ts'), '../b/a.ts');
    assert.notEqual(pathFrom('/Shop', '/shop/src/a.ts'), 'src/a.ts');
    assert.ok(!isSamePath('/Shop', '/shop'));
  });

  test('of packages is told by pnpm’s real paths and by junctions alike', () => {
    const store = 'c:\\shop\\node_modules\\.pnpm\\koa@3.0.0\\node_modules\\koa\\lib\\a.js';
    for (const file of [store, 'C:\\shop\\node_modules\\koa\\lib\\a.js']) {
      assert.deepEqual(areaOfFile(normalPath(file), ['C:\\shop']), {
        area: 'deps',
        package: 'koa',
      });
    }
    // A workspace package, by its real path.
    assert.equal(areaOfFile('C:\\shop\\packages\\api\\a.js', ['c:\\shop']).area, 'app');
  });
});

describe('a source map', () => {
  const mapped = async (script: string, reference: string, map: object, mapFile: string) => {
    const files = diskOf({ [mapFile]: JSON.stringify(map) });
    const loaded = await loadSourceMap(
      script,
      `f()\r\n//# sourceMappingURL=${reference}\r\n`,
      files,
    );
    assert.ok(loaded !== null && typeof loaded === 'object', String(loaded));
    return loaded.resolvedSources.map((source) => originalPath(source, [], files));
  };
  const mapOf = (...sources: string[]) => ({ version: 3, sources, names: [], mappings: 'AAAA' });

  test('leads to its sources on a drive', async () => {
    const map = mapOf(
      '../src/a b.ts',
      '..\\src\\b.ts',
      'C:\\Shop\\src\\c.ts',
      'c:/Shop/src/d.ts',
      'file:///C:/Shop/src/100%25.ts',
    );
    for (const reference of [
      'a.js.map',
      'file:///C:/Shop/dist/a.js.map',
      'C:/Shop/dist/a.js.map',
    ]) {
      const found = await mapped(
        'C:\\Shop\\dist\\a.js',
        reference,
        map,
        'C:\\Shop\\dist\\a.js.map',
      );
      const names = ['a b', 'b', 'c', 'd', '100%'];
      assert.deepEqual(
        found,
        names.map((name) => `C:\\Shop\\src\\${name}.ts`),
      );
    }
  });

  test('leads to its sources by a root that is a folder of Windows', async () => {
    const map = { ...mapOf('a.ts'), sourceRoot: 'C:\\Shop\\src' };
    const found = await mapped('C:\\Shop\\dist\\a.js', 'a.js.map', map, 'C:\\Shop\\dist\\a.js.map');
    assert.deepEqual(found, ['C:\\Shop\\src\\a.ts']);
  });

  test('leads to its sources on another machine', async () => {
    const script = '\\\\host\\share\\shop\\dist\\a.js';
    const found = await mapped(script, 'a.js.map', mapOf('../src/a.ts'), `${script}.map`);
    assert.deepEqual(found, ['\\\\host\\share\\shop\\src\\a.ts']);
  });

  test('of a bundler leads to files by their place, or by whole paths', () => {
    const file = 'C:\\shop\\src\\a.ts';
    const files = diskOf({ [file]: '', 'C:\\shop\\api\\package.json': '{}' });
    const find = (source: string) => originalPath(source, ['c:\\shop'], files);
    assert.equal(find('webpack://shop/./src/a.ts?1f2e'), file);
    assert.equal(find('webpack:///C:/shop/src/a.ts'), file);
    assert.equal(find('webpack://shop/C:\\shop\\src\\a.ts'), file);
    assert.equal(find('webpack-internal:///./src/a.ts'), file);
    assert.equal(find('turbopack:///[project]/src/a.ts'), file);
    assert.equal(find('webpack://shop/./src/gone.ts'), 'webpack://shop/./src/gone.ts');
    assert.deepEqual(foldersAround('C:\\shop\\api\\dist\\a.js', ['c:\\shop'], files), [
      'C:\\shop\\api',
      'c:\\shop',
    ]);
    assert.equal(namedFile('src/a.ts', ['c:\\shop'], files), file);
    assert.equal(scriptFile('<unknown>', 'f()\r\n//# sourceURL=c:/shop/src/a.ts\r\n'), file);
  });
});

describe('line breaks of Windows change', () => {
  const text = `const express = require('express'); // it's
const app = express();
/* several
lines */
app.get('/orders', (req, res) => {
  res.send(\`<b>
    \${render('it\\'s')}\`);
});
function render(
  name,
) {
  return name + /["']/.source;
}
`;
  const ofWindows = text.replaceAll('\n', '\r\n');

  test('no line of a route', () => {
    const routes = findRoutes(text, 'C:\\shop\\server.js', null);
    assert.equal(routes[0]?.path, '/orders');
    assert.deepEqual(findRoutes(ofWindows, 'C:\\shop\\server.js', null), routes);
  });

  test('no word of a function, nor what is code', () => {
    const at = (whole: string) => new SourceText(whole).functionAt('render', 9, 16);
    const callback = (whole: string) => new SourceText(whole).functionAt('', 5, 20);
    assert.equal(at(text)?.lines.length, 5);
    assert.deepEqual(at(ofWindows), at(text));
    assert.equal(callback(text)?.lines.length, 4);
    assert.deepEqual(callback(ofWindows), callback(text));
    assert.equal(maskCode(ofWindows).replaceAll('\r', ''), maskCode(text));
  });

  test('no place of a line that ran', () => {
    const functions = [{ name: 'render', line: 9, column: 16 }];
    const placed = new RanText(text, functions).place(`// new\r\n${ofWindows}`);
    for (let line = 1; line < 13; line++) {
      assert.equal(placed.currentLine(line), line + 1);
      assert.equal(placed.isStale(line), false);
    }
  });
});

test('what is measured in a copy is told of the user’s folder', () => {
  const home = 'c:\\Users\\me\\shop';
  const toHome = (text: string) => moved(text, 'C:\\Temp\\hotframe-1\\tree', home);
  for (const [text, told] of [
    ['c:\\temp\\hotframe-1\\tree\\src\\a.ts', `${home}\\src\\a.ts`],
    ['at f (C:\\Temp\\hotframe-1\\tree\\a.js:1:2)', `at f (${home}\\a.js:1:2)`],
    ['file:///C:/Temp/hotframe-1/tree/a.js', 'file:///c:/Users/me/shop/a.js'],
    ['C:\\Temp\\hotframe-1\\tree-2\\a.ts', 'C:\\Temp\\hotframe-1\\tree-2\\a.ts'],
    ['D:\\C:\\Temp\\hotframe-1\\tree', 'D:\\C:\\Temp\\hotframe-1\\tree'],
  ] as const) {
    assert.equal(toHome(text), told);
  }
  assert.equal(
    moved('/tmp/a/b.js file:///tmp/a /tmp/ab', '/tmp/a', '/me'),
    '/me/b.js file:///me /tmp/ab',
  );
  assert.equal(moved('/TMP/a', '/tmp/a', '/me'), '/TMP/a');
});
