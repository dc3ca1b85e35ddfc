import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { saveRun } from '../../src/analysis/saved/savedRun.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';
import { CliRun } from './cliDriver.ts';
import { withFolder } from './engineHarness.ts';

/** Attacks on a terminal by what others wrote, each in what the command itself writes. */

/** A colour, a title, the clipboard, the same in one byte, a backspace, right to left, not seen. */
const evil =
  '\u001b[31m\u001b]0;t\u0007\u001b]52;c;cm0=\u0007\u009b2J\u009d0;t\u009c\b\u202e\u2066\u200b';
const commands =
  /[\0-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

const token = `MyToken-${'0123456789abcdef'.repeat(12)}`;
const quick = ['-d', '1', '--warmup', '0', '-c', '2', '--rate', '40'];

interface Attack {
  name: string;
  files?: Record<string, string>;
  argv: string[];
  exitCode: number;
  /** What is told all the same. */
  tells: RegExp;
}

const badServer = `require('node:http').createServer((request, response) => {
  response.statusCode = 500;
  response.end('x '.repeat(70) + ${JSON.stringify(`seen${evil}`)} + process.env.MY_API_TOKEN + ' '.repeat(400));
}).listen(0, '127.0.0.1');`;

const attacks: Attack[] = [
  {
    name: 'a scenario by its name',
    files: {
      'server.js': badServer,
      '.vscode/hotframe.json': JSON.stringify({
        scenarios: { [`shop${evil}`]: { launch: ['node', 'server.js'] } },
      }),
    },
    argv: ['run', '--scenario', 'other', '--', 'node', 'server.js'],
    exitCode: 2,
    tells: /^hotframe: .*shop/,
  },
  {
    name: 'a scenario by a key that is not known',
    files: {
      '.vscode/hotframe.json': JSON.stringify({ scenarios: { shop: { [`lunch${evil}`]: 1 } } }),
    },
    argv: ['run', '--scenario', 'shop'],
    exitCode: 2,
    tells: /^hotframe: .*lunch/,
  },
  {
    name: 'the body of an answer that is not 2xx, cut within a secret',
    files: { 'server.js': badServer },
    argv: ['run', ...quick, '--', 'node', 'server.js'],
    exitCode: 1,
    tells: /was 500 with the body “[x ]+seen•••/,
  },
  {
    name: 'the last output of a server',
    files: {
      'server.js': `console.error(${JSON.stringify(`Error: seen${evil}\rhotframe: all is well`)}); process.exit(3)`,
    },
    argv: ['run', '--verbose', '--', 'node', 'server.js'],
    exitCode: 1,
    tells: /Its last output:\n {2}Error: seen\n {2}hotframe: all is well\n$/,
  },
  {
    name: 'the command that a script of npm starts',
    files: {
      'server.js': `require('node:http').createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1')`,
      'package.json': JSON.stringify({
        scripts: { prestart: 'node -e 1', start: `node server.js "a${evil}b"` },
      }),
    },
    argv: ['run', ...quick, '--', 'npm', 'start'],
    exitCode: 0,
    tells: /Launching node server\.js ab, which it starts/,
  },
  {
    name: 'the name of a file',
    argv: ['open', `lost${evil}\nhotframe: all is well.cpuprofile`],
    exitCode: 1,
    tells: /^hotframe: [^\n]*lost[^\n]*all is well\.cpuprofile[^\n]*\n$/,
  },
  {
    name: 'an argument',
    argv: ['run', `--bogus${evil}`],
    exitCode: 2,
    tells: /^hotframe: .*--bogus/,
  },
  ...['summary', '-'].map((json) => ({
    name: `a run that somebody else saved, opened for ${json === '-' ? 'its JSON' : 'people'}`,
    files: { 'other.cpuprofile': tamperedRun() },
    argv: ['open', 'other.cpuprofile', ...(json === '-' ? ['--json', '-'] : [])],
    exitCode: 0,
    tells: /24seen/,
  })),
];

for (const { name, files = {}, argv, exitCode, tells } of attacks) {
  test(`lets nothing but text through: ${name}`, () =>
    withFolder({}, async ({ path }) => {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(path, file)), { recursive: true });
        writeFileSync(join(path, file), text);
      }
      const cli = new CliRun(argv, path, { MY_API_TOKEN: token });
      assert.equal(await cli.exit(), exitCode, cli.stderr);
      const said = cli.stderr + cli.stdout;
      assert.match(said, tells);
      assert.doesNotMatch(said, commands);
      assert.ok(!said.includes(token.slice(0, 12)), said);
      await cli.leftNothing();
    }));
}

/** What a person who sends a run can write into it. */
function tamperedRun(): string {
  const profile = profileFromText(`
    main:1  main:1
    walk:3  walk:4
  `);
  for (const fn of profile.functions) fn.name += evil;
  profile.functions[0]!.file += evil;
  const report = reportOf(profile);
  report.target!.node = `24seen${evil}\nHot lines`;
  report.target!.command = ['node', `server.js${evil}`];
  report.notes = [`a note${evil}`];
  if (report.load) {
    report.load.url += evil;
    report.load.warnings = [`a warning${evil}`];
  }
  return saveRun(profile, report);
}

test('a start failure tells its beginning, in plain text, and keeps ordinary words', () => {
  const program = `
    console.error('\\u001b[31mError: no table users for production in postgres\\u001b[0m');
    for (let i = 0; i < 50; i++) console.error('    at step' + i);
    process.exit(1);
  `;
  return withFolder({ 'server.js': program }, async ({ path }) => {
    const env = { PASSWORD: 'postgres', APP_SECRET: 'production', DB_TOKEN: 'users' };
    const cli = new CliRun(['run', '--json', 'r.json', '--', 'node', 'server.js'], path, env);
    assert.equal(await cli.exit(), 1);
    assert.match(
      cli.stderr,
      /Its last output:\n {2}Error: no table users for production in postgres\n {6}at step0\n/,
    );
    assert.match(cli.stderr, /\n {2}\[…\]\n[^]*at step49\n$/);
    assert.ok(!readFileSync(join(path, 'r.json'), 'utf8').includes('u001b'));
  });
});
