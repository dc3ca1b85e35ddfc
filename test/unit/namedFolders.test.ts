import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isInside, normalPath } from '../../src/analysis/text/filePath.ts';
import { saveRun } from '../../src/analysis/saved/savedRun.ts';
import { openProfiles } from '../../src/engine/import/openProfiles.ts';
import { lineTexts } from '../../src/engine/profile/lineTexts.ts';
import { NamedFolders } from '../../src/engine/files/namedFolders.ts';
import { sourcesOrDisk } from '../../src/engine/profile/sourceOf.ts';
import type { Report } from '../../src/shared/report.ts';
import { profileOfScripts } from '../support/scriptsProfile.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'hotframe-named-')));
after(() => rmSync(root, { recursive: true }));
const shop = join(root, 'shop');
const keys = join(root, 'keys');
const secret = 'the text of another';
const own = 'the text of the shop';

for (const folder of [keys, join(shop, 'src'), join(shop, 'dist'), join(shop, 'folder.js')]) {
  mkdirSync(folder, { recursive: true });
}
const files: Record<string, string> = {
  'keys/id_rsa': secret,
  'keys/key.js': `work('${secret}');\n`,
  'keys/key.js.map': mapOf(['webpack://keys/key.ts'], { sourcesContent: [secret] }),
  'shop/.env': secret,
  'shop/.env.js': secret,
  'shop/key.pem': secret,
  'shop/package.json': '{}',
  'shop/src/own.js': `work('${own}');\n`,
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
for (const [name, target] of [
  ['shop/keys', keys],
  ['shop/key.js', '../keys/key.js'],
  ['shop/env.js', '.env'],
  ['shop/linked.js', 'src/own.js'],
  ['linked', 'shop'],
] as const) {
  symlinkSync(target, join(root, name));
}
execFileSync('mkfifo', [join(shop, 'pipe.js')]);

/** What is no script below the shop, by names that look as if it were. */
const hostile = [
  '/etc/passwd',
  '/proc/self/environ',
  '/dev/zero',
  join(keys, 'key.js'),
  `${shop}/../keys/key.js`,
  `${shop}/src/.././../keys//key.js`,
  `${shop}\\..\\keys\\key.js`,
  `${shop}/../shop-keys/../keys/key.js`,
  `${shop}/../keys/id_rsa`,
  `file://${shop}/../keys/key.js`,
  `file://${shop}/%2e%2e/keys/key.js`,
  `file://${shop}/..%2Fkeys/key.js`,
  `file://${shop}/src/%2E%2E%5c..%5Ckeys%5Ckey.js`,
  `${shop}/keys/key.js`,
  `${shop}/key.js`,
  `${shop}/env.js`,
  `${shop}/.env`,
  `${shop}/.env.js`,
  `${shop}/key.pem`,
  `${shop}/folder.js`,
  `${shop}/pipe.js`,
  `${shop}/src/own.js\0`,
  `${shop}/src/own.js/../../../keys/key.js`,
  `/${shop}/src/own.js`,
  `file:///${shop}/src/own.js`,
  `file:/${shop}/src/own.js`,
  'file://host/share/x.js',
  '//host/share/x.js',
  '\\\\host\\share\\x.js',
  '\\\\?\\UNC\\host\\share\\x.js',
  'http://127.0.0.1/x.js',
];

for (const file of hostile) {
  test(`shows no text of ${JSON.stringify(file.replaceAll(root, ''))}`, async () => {
    const opened = await open(profileOfScripts([file]));
    assert.doesNotMatch(opened, new RegExp(secret));
    if (!file.includes('own.js')) return;
    assert.doesNotMatch(opened, new RegExp(own));
  });
}

test('shows the text of scripts below the named folder, and by a link within it', async () => {
  for (const file of ['src/own.js', 'linked.js', 'src/../src/own.js']) {
    assert.match(await open(profileOfScripts([`file://${shop}/${file}`])), new RegExp(own), file);
  }
  // Named by a link, as a folder of VS Code may be.
  const linked = new NamedFolders([join(root, 'linked')]);
  for (const folder of ['linked', 'shop']) {
    assert.equal(linked.source(join(root, folder, 'src/own.js')), join(shop, 'src/own.js'));
  }
  // Another machine's is in no folder of this one.
  assert.notEqual(new NamedFolders(['/']).source(`${shop}/src/own.js`), null);
  assert.equal(new NamedFolders(['/']).source(`/${shop}/src/own.js`), null);
});

test('takes what a link leads to out of the folder for no file of the user\u2019s', async () => {
  const opened = await open(profileOfScripts([`${shop}/keys/key.js`, `${shop}/linked.js`]));
  const { hotframe } = JSON.parse(opened.slice(0, opened.indexOf('\n'))) as {
    hotframe: { report: Report };
  };
  const areasOf = Object.fromEntries(
    hotframe.report.functions.map(({ file, area, package: of }) => [file, area + of]),
  );
  assert.deepEqual(areasOf, {
    [`${shop}/keys/key.js`]: 'deps(outside the workspace)',
    [`${shop}/linked.js`]: 'app',
  });
});

test('reads nothing where no folder is named, and says how to see it', async () => {
  const opened = await open(profileOfScripts([`file://${shop}/src/own.js`]), []);
  assert.doesNotMatch(opened, new RegExp(own));
  assert.match(opened, /Their text is not read: to see it, open the profile from their folder\./);
});

for (const [what, script, map] of [
  ['sources above it', 'app.js.map', mapOf(['../../keys/key.js'])],
  ['a root above it', 'app.js.map', mapOf(['key.js'], { sourceRoot: '../../keys' })],
  ['an absolute source', 'app.js.map', mapOf([`${keys}/key.js`])],
  ['a url', 'app.js.map', mapOf([`file://${shop}/..%2fkeys/key.js`])],
  ['a link', 'app.js.map', mapOf(['../keys/key.js'])],
  ['a source that is no script', 'app.js.map', mapOf(['../.env'])],
  ['a bundler\u2019s source above it', 'app.js.map', mapOf(['webpack://shop/../../keys/key.js'])],
  ['a source of another machine', 'app.js.map', mapOf(['//host/share/x.js'])],
  ['a comment that leads outside', '../../keys/key.js.map', null],
  ['a comment with a whole path', `${keys}/key.js.map`, null],
  ['a comment with a url', `file://${shop}/%2e%2e/keys/key.js.map`, null],
  ['a comment that names another machine', '//host/share/x.js.map', null],
] as const) {
  test(`shows no text for a source map: ${what}`, async () => {
    writeFileSync(join(shop, 'dist/app.js'), `f('');\n//# sourceMappingURL=${script}\n`);
    if (map !== null) writeFileSync(join(shop, 'dist/app.js.map'), map);
    assert.doesNotMatch(
      await open(profileOfScripts([`file://${shop}/dist/app.js`])),
      new RegExp(secret),
    );
  });
}

test('shows no text where somebody has changed the places of a saved run', async () => {
  const path = join(root, 'own.cpuprofile');
  writeFileSync(path, JSON.stringify(profileOfScripts([`file://${shop}/src/own.js`])));
  const { profile, report } = await openProfiles([path], { workspaceFolders: [shop], areas });
  for (const file of hostile) {
    for (const fn of profile.functions) fn.file = file;
    report.lines[0]!.file = file;
    profile.sources.clear();
    const opened = await open(JSON.parse(saveRun(profile, report)) as object);
    assert.doesNotMatch(opened, new RegExp(`${secret}|${own}`), file);
  }
});

test('knows places by their whole path, whatever the slashes', () => {
  for (const [path, normal] of [
    ['/a/./b//c/../d.js', '/a/b/d.js'],
    ['/../../a.js', '/a.js'],
    ['C:\\a\\..\\..\\b.js', 'C:\\b.js'],
    ['C:/a/../b.js', 'C:\\b.js'],
    ['\\\\host\\share\\..\\..\\..\\a.js', '\\\\host\\share\\a.js'],
    ['//host/./a.js', '//host/a.js'],
    ['/a/...b/..c/.d.js', '/a/...b/..c/.d.js'],
    ['../a.js', '../a.js'],
    ['webpack://shop/../a.js', 'webpack://shop/../a.js'],
  ] as const) {
    assert.equal(normalPath(path), normal);
  }
  assert.ok(isInside('c:\\shop\\a.js', 'C:\\Shop\\'));
  assert.ok(!isInside('C:\\shop\\..\\a.js', 'C:\\shop'));
  assert.ok(!isInside('\\\\shop\\a.js', 'C:\\'));
  assert.ok(isInside('\\\\host\\share\\a.js', '\\\\host\\share'));
  assert.ok(!isInside('/shop', '/shop'));
});

const areas = ['app', 'deps'] as const;

/** All that is shown and kept of a profile, as text. */
async function open(json: object, workspaceFolders = [shop]): Promise<string> {
  const path = join(root, 'hostile.cpuprofile');
  writeFileSync(path, JSON.stringify(json));
  const { profile, report } = await openProfiles([path], { workspaceFolders, areas });
  const texts = lineTexts(report, sourcesOrDisk(profile.sources, workspaceFolders));
  assert.ok(report.lines.length > 0);
  return [saveRun(profile, report), ...Object.values(texts)].join('\n');
}

/** The first line of the script is that of the first source. */
function mapOf(sources: string[], more: object = {}): string {
  return JSON.stringify({ version: 3, sources, names: [], mappings: 'AAAA', ...more });
}
