import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { FromView } from '../../src/shared/flameWire.ts';
import { methodOf, type RequestOf } from '../../src/shared/lspWire.ts';
import type { Report } from '../../src/shared/report.ts';
import { profileOfScripts } from '../support/scriptsProfile.ts';
import { CliRun } from './cliDriver.ts';
import { withClient } from './serverClient.ts';

/** Profiles of somebody else that name files of the user's; test/unit/namedFolders.test.ts has more names. */

const root = realpathSync(mkdtempSync(join(tmpdir(), 'hotframe-hostile-')));
after(() => rmSync(root, { recursive: true }));
const shop = join(root, 'shop');
const secret = 'ANOTHERS_TEXT';
const own = 'TEXT_OF_THE_SHOP';
mkdirSync(join(shop, 'src'), { recursive: true });
mkdirSync(join(root, 'keys'));
writeFileSync(join(shop, 'package.json'), '{}');
writeFileSync(join(shop, 'src/own.js'), `work('${own}');\n`);
for (const name of ['shop/.env', 'keys/id_rsa', 'keys/key.js']) {
  writeFileSync(join(root, name), `work('${secret}');\n`);
}
const hostile = [
  `file://${shop}/../keys/id_rsa`,
  `file://${shop}/%2e%2e/keys/key.js`,
  `${shop}/src/../../keys/key.js`,
  join(root, 'keys/key.js'),
  `file://${shop}/.env`,
  '/etc/passwd',
  '//host/share/x.js',
];
const hidden = new RegExp(`${secret}|root:x`);
const foreign = join(root, 'foreign.cpuprofile');
writeFileSync(foreign, JSON.stringify(profileOfScripts([...hostile, `${shop}/src/own.js`])));
const unknown = join(root, 'unknown.cpuprofile');
writeFileSync(unknown, JSON.stringify(profileOfScripts([join(root, 'keys/key.js')])));

/** Prints and writes all that there is of a profile, and gives it as text. */
async function shown(file: string): Promise<string> {
  const made = (name: string) => join(root, `made.${name}`);
  const saves = ['speedscope.json', 'svg', 'pb.gz', 'collapsed'].map(made);
  const cli = new CliRun(
    [
      ...['open', file, '--areas', 'app,deps', '--out', made('cpuprofile'), '--html', made('html')],
      ...['--json', made('json'), ...saves.flatMap((path) => ['--save', path])],
    ],
    shop,
  );
  assert.equal(await cli.exit(), 0, cli.stderr);
  const texts = [made('cpuprofile'), made('html'), made('json'), ...saves].map(textOf);
  return [cli.stdout, cli.stderr, ...texts].join('\n');
}

/** With what is packed in it. */
function textOf(path: string): string {
  const bytes = readFileSync(path);
  if (path.endsWith('.gz')) return gunzipSync(bytes).toString('latin1');
  const text = bytes.toString('utf8');
  const packed = [...text.matchAll(/<template id="[^"]+">([\w+/=]{100,})<\/template>/g)];
  return [text, ...packed.map(([, data]) => gunzipSync(Buffer.from(data!, 'base64')))].join('\n');
}

test('puts no file of the user\u2019s into a report, a page or a saved run', async () => {
  const all = await shown(foreign);
  assert.doesNotMatch(all, hidden);
  // What is below the folder is there, and of the rest the place.
  assert.match(all, new RegExp(own));
  assert.match(all, /keys\/key\.js/);
  for (const name of ['made.pb.gz', 'made.cpuprofile']) {
    assert.doesNotMatch(await shown(join(root, name)), hidden, name);
  }
});

test('puts none in where no file of the profile lies in the folder', async () => {
  const all = await shown(unknown);
  assert.doesNotMatch(all, hidden);
  assert.match(all, /Their text is not read/);
});

test('puts none in for a saved run that somebody has changed', async () => {
  await shown(foreign);
  const path = join(root, 'made.cpuprofile');
  const saved = JSON.parse(readFileSync(path, 'utf8')) as { hotframe: { report: Report } };
  saved.hotframe.report.lines.forEach((line, at) => {
    line.file = [`${shop}/../keys/key.js`, ...hostile][at % hostile.length]!;
  });
  writeFileSync(join(root, 'changed.cpuprofile'), JSON.stringify(saved));
  assert.doesNotMatch(await shown(join(root, 'changed.cpuprofile')), hidden);
});

test('tells an editor none', () =>
  withClient(async (client) => {
    const { connection } = client;
    await client.initialize({}, {}, pathToFileURL(shop).href);
    for (const file of [foreign, join(root, 'changed.cpuprofile')]) {
      assert.deepEqual(await client.open(file), { problem: null });
      const to = join(root, 'exported.html');
      const question: RequestOf<'exportRun'> = { path: null, to, format: 'html' };
      assert.deepEqual(await connection.sendRequest(methodOf('exportRun'), question), {
        problem: null,
      });
      const message: FromView = { type: 'lines', requestId: 1 };
      const answers = [
        await connection.sendRequest(methodOf('view'), { message }),
        ...(await Promise.all(hostile.map((each) => client.lines(new URL(each, 'file:').href)))),
      ];
      const all = [client.profile, ...answers].map((each) => JSON.stringify(each)).join('\n');
      assert.doesNotMatch(all + textOf(to), hidden);
      if (file === foreign) assert.match(all, new RegExp(own));
    }
  }));
