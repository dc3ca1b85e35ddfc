import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type AnswerOf, methodOf, type RequestOf } from '../../src/shared/lspWire.ts';
import type { Report } from '../../src/shared/report.ts';
import type { RunOrigin } from '../../src/shared/savedRuns.ts';
import { detail, once } from '../support/detail.ts';
import { CliRun } from './cliDriver.ts';
import { lightOptions, withFolder, type TestFolder } from './engineHarness.ts';
import { withClient } from './serverClient.ts';

/** One secret for each place that a person keeps them in; none is in a source, which saved runs hold. */
const canaries = {
  variable: 'canary-variable-01',
  connection: 'canary-connection-02',
  dotenv: 'canary-dotenv-03',
  script: 'canary-script-04',
  option: 'canary-option-05',
  nextWord: 'canary-nextword-06',
  bearer: 'canary-bearer-07',
  cookie: 'canary-cookie-08',
  header: 'canary-header-09',
  body: 'canary-body-10',
  password: 'canary-password-11',
  query: 'canary-query-12',
};
const env = {
  SHOP_API_KEY: canaries.variable,
  DATABASE_URL: `postgres://ann:${canaries.connection}@db.example.test/shop`,
};
const basic = Buffer.from(`ann:${canaries.password}`).toString('base64');

/** Tells all that it knows, in its answers and on its output, and then ends as its last word says. */
const tellingServer = `
const { createServer } = require('node:http');
const how = process.argv.at(-1);
const tell = (what) => JSON.stringify([what, process.argv, process.env]);
if (how !== 'quiet') console.error(tell('starts') + '\\nError: ' + Object.values(process.env).join(' '));
if (how === 'exits') process.exit(7);
function work() { let sum = 0; for (let i = 0; i < 50_000; i++) sum += Math.sqrt(i); return sum; }
createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const asked = JSON.stringify([request.url, request.headers, body]);
    if (how === 'quiet') return response.end(String(work()));
    console.error(tell(asked));
    if (how === 'dies') process.exit(8);
    response.statusCode = 500;
    response.end(asked.slice(0, 4000) + tell(''));
  });
}).listen(process.env.PORT || 0);
`;
const options = [`--api-key=${canaries.option}`, '--token', canaries.nextWord];
const files = {
  'server.js': tellingServer,
  '.env': `DB_PASSWORD=${canaries.dotenv}\n`,
  'package.json': JSON.stringify({
    scripts: {
      prestart: 'node -e 1',
      start: `STRIPE_KEY=${canaries.script} node --env-file=.env server.js ${options.join(' ')} quiet`,
    },
  }),
  'requests.har': JSON.stringify({
    log: {
      entries: [
        {
          request: {
            method: 'POST',
            url: `http://shop.example.test/?access_token=${canaries.query}`,
            headers: [
              { name: 'authorization', value: `Bearer ${canaries.bearer}` },
              { name: 'cookie', value: `sid=${canaries.cookie}` },
            ],
            postData: { text: JSON.stringify({ password: canaries.body }) },
          },
        },
      ],
    },
  }),
  'requests.http': [
    `POST http://shop.example.test/?access_token=${canaries.query}`,
    `Authorization: Bearer ${canaries.bearer}`,
    `Cookie: sid=${canaries.cookie}`,
    '',
    JSON.stringify({ password: canaries.body }),
  ].join('\n'),
  'openapi.json': JSON.stringify({
    openapi: '3.0.0',
    paths: {
      '/': {
        get: {
          parameters: [
            { name: 'access_token', in: 'query', required: true, example: canaries.query },
            { name: 'x-api-key', in: 'header', required: true, example: canaries.header },
          ],
        },
      },
    },
  }),
};
const node = (how: string) => ['node', '--env-file=.env', 'server.js', ...options, how];
const headers = [
  ...['--header', `authorization: Bearer ${canaries.bearer}`],
  ...['--header', `cookie: sid=${canaries.cookie}; theme=dark`],
  ...['--header', `x-api-key: ${canaries.header}`],
];
const asked = [...headers, '--body', JSON.stringify({ password: canaries.body })];
const url = ['--url', `/?access_token=${canaries.query}`];

const runs: [what: string, kind: string | null, words: string[], command: string[]][] = [
  ['a run', null, [...asked, ...url], node('quiet')],
  ['a run of a script', null, [...asked, ...url], ['npm', 'start']],
  ['a run by a HAR file', null, ['--har', 'requests.har'], node('quiet')],
  ['a run by a .http file', null, ['--requests', 'requests.http'], node('quiet')],
  ['a run by an OpenAPI document', null, ['--requests', 'openapi.json'], node('quiet')],
  ['a server that ends at once', 'exited-before-listening', [...asked, ...url], node('exits')],
  ['a server that tells what it was asked', 'not-2xx', [...asked, ...url], node('tells')],
  ['a server that does so by a HAR file', 'not-2xx', ['--har', 'requests.har'], node('tells')],
  ['a server that ends when asked', 'target-died', [...asked, ...url], node('dies')],
];

/** What `npm test` leaves out, since the requests of another of them come by the same way. */
const details = [
  'a run by a .http file',
  'a run by an OpenAPI document',
  'a server that does so by a HAR file',
];

for (const [what, kind, words, command] of runs) {
  const add = details.includes(what) ? detail : once;
  add(`keeps no secret of ${what}`, () =>
    withFolder(files, async (folder) => {
      const outputs = ['--json', 'r.json', '--html', 'r.html', '--out', 'r.cpuprofile'];
      const quick = ['-d', '1', '--warmup', '0.2', '-c', '2', '--rate', '40'];
      const argv = ['run', ...quick, ...words, ...outputs, '--', ...command];
      const cli = new CliRun(argv, folder.path, env);
      assert.equal(await cli.exit(), kind === null ? 0 : 1, cli.stderr);
      const report = JSON.parse(readFileSync(join(folder.path, 'r.json'), 'utf8')) as Report;
      assert.equal(report.failure?.kind ?? null, kind, report.failure?.message);
      if (kind !== null) assert.match(report.failure!.message, /•••/, 'what was told is quoted');
      assertTellsNothing({ ...producedBy(folder), stdout: cli.stdout, stderr: cli.stderr });
      await cli.leftNothing();
    }),
  );
}

once('keeps no secret of the user that a URL names', () =>
  withFolder(files, async (folder) => {
    const port = String(20_000 + (process.pid % 20_000));
    const address = `http://ann:${canaries.password}@localhost:${port}/?sig=${canaries.query}`;
    for (const [how, code] of [
      ['quiet', 0],
      ['tells', 1],
    ] as const) {
      const quick = ['-d', '1', '--warmup', '0', '--rate', '40'];
      const argv = ['run', ...quick, '--url', address, '--json', 'r.json', '--', ...node(how)];
      const cli = new CliRun(argv, folder.path, { ...env, PORT: port });
      assert.equal(await cli.exit(), code, cli.stderr);
      assertTellsNothing({ ...producedBy(folder), stdout: cli.stdout, stderr: cli.stderr });
      await cli.leftNothing();
    }
  }),
);

once(
  'keeps no secret in the storage of an editor, shows what the server prints, and is private',
  () =>
    withFolder(files, async (folder) => {
      const storageFolder = join(folder.path, 'storage');
      // As VS Code makes it, for all to read.
      mkdirSync(storageFolder, { mode: 0o755 });
      await withClient(async (client) => {
        await client.initialize({ storageFolder });
        const load = {
          url: `/?access_token=${canaries.query}`,
          method: 'POST',
          headers: { authorization: `Bearer ${canaries.bearer}`, cookie: `sid=${canaries.cookie}` },
          body: JSON.stringify({ password: canaries.body }),
        };
        const run = (how: string, origin?: RunOrigin) =>
          client.run(lightOptions(folder.path, { command: node(how), env, load }), origin);
        assert.equal((await run('quiet')).failure, null);
        const typed = { folder: folder.path, launch: node('quiet').join(' ') };
        assert.equal((await run('quiet', typed)).failure, null);
        const shown: RequestOf<'exportRun'> = {
          path: null,
          to: join(folder.path, 'shown.cpuprofile'),
          format: 'cpuprofile',
        };
        assert.deepEqual(await client.connection.sendRequest(methodOf('exportRun'), shown), {
          problem: null,
        });
        const { failure } = await run('tells');
        assert.equal(failure?.kind, 'not-2xx');
        assert.ok(
          client.output.includes(canaries.variable),
          'the output is as the server wrote it',
        );
        const { runs } = await client.connection.sendRequest<AnswerOf<'runs'>>(methodOf('runs'));
        assertTellsNothing({
          failure: JSON.stringify(failure),
          log: client.logged.join('\n'),
          profile: JSON.stringify(client.profile),
          runs: JSON.stringify(runs),
        });
        // Which waits until everything is saved.
        await client.close();
      });
      const kept = readdirSync(storageFolder);
      for (const ending of ['.hotframe', '.json']) {
        assert.equal(kept.filter((name) => name.endsWith(ending)).length, 2, kept.join(' '));
      }
      assertTellsNothing(producedBy(folder));
      assert.equal(statSync(storageFolder).mode & 0o777, 0o700);
    }),
);

once('keeps no secret in what a comparison says', () =>
  withFolder(files, async (folder) => {
    const quick = ['-d', '1', '--warmup', '0', '-c', '2', '--rate', '40', ...asked, ...url];
    const take = async (out: string, command: string[]) => {
      const argv = ['run', ...quick, '--out', out, '--', ...command];
      const cli = new CliRun(argv, folder.path, env);
      assert.equal(await cli.exit(), 0, cli.stderr);
    };
    await take('base.cpuprofile', node('quiet'));
    await take('head.cpuprofile', ['npm', 'start']);
    const outputs = ['--json', 'compared.json', '--markdown', 'compared.md'];
    const sets = ['base.cpuprofile', 'head.cpuprofile'];
    const cli = new CliRun(['compare', ...sets, ...outputs], folder.path, env);
    assert.equal(await cli.exit(), 0, cli.stderr);
    // The two commands are told, since they differ.
    assert.ok(cli.stdout.includes('•••'), cli.stdout);
    assertTellsNothing({ ...producedBy(folder), stdout: cli.stdout, stderr: cli.stderr });
    await cli.leftNothing();
  }),
);

/** Every file that a run has made, by name, each private to its owner. */
function producedBy({ path }: TestFolder): Record<string, string> {
  const made = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .filter((file) => !Object.keys(files).some((name) => join(path, name) === file));
  assert.ok(made.length > 0, 'something was made');
  return Object.fromEntries(
    made.map((file) => {
      assert.equal(statSync(file).mode & 0o777, 0o600, file);
      const bytes = readFileSync(file);
      const isGzip = file.endsWith('.hotframe');
      const text = (isGzip ? gunzipSync(bytes) : bytes).toString();
      const data = /<template id="profile">([A-Za-z0-9+/=]+)</.exec(text)?.[1];
      assert.ok(data !== undefined || !file.endsWith('.html'), 'the data of the page is found');
      const inside = data === undefined ? '' : gunzipSync(Buffer.from(data, 'base64')).toString();
      return [file, text + inside];
    }),
  );
}

function assertTellsNothing(outputs: Record<string, string>): void {
  for (const [name, output] of Object.entries(outputs)) {
    for (const secret of [...Object.values(canaries), basic]) {
      const at = output.indexOf(secret);
      const around = output.slice(Math.max(0, at - 80), at + 40);
      assert.equal(at, -1, `${secret} is in ${name}: …${around}…`);
    }
  }
}
