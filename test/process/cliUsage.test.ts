import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { cliFile, CliRun } from './cliDriver.ts';

const wrong: [what: string, argv: string[]][] = [
  ['nothing at all', []],
  ['an unknown command', ['bogus']],
  ['an unknown option', ['run', '--bogus', '--', 'node', 'server.js']],
  ['a missing command', ['run', '-d', '5']],
  ['a body file that cannot be read', ['run', '--body', '@missing', '--', 'node', 'server.js']],
  ['a header without a colon', ['run', '--header', 'accept', '--', 'node', 'server.js']],
  ['a negative duration', ['run', '-d', '-5', '--', 'node', 'server.js']],
  ['a number that is none', ['run', '-c', 'NaN', '--', 'node', 'server.js']],
  ['an absurd number', ['run', '--rate', '1e99', '--', 'node', 'server.js']],
  ['an unknown method', ['run', '--method', 'FETCH', '--', 'node', 'server.js']],
  ['an unknown area', ['run', '--areas', 'mine', '--', 'node', 'server.js']],
  ['an unknown sampler', ['run', '--sampler', 'perf', '--', 'node', 'server.js']],
  ['an attachment to nothing', ['attach', '-d', '5']],
  ['a HAR file that is none', ['run', '--har', '/dev/null', '--', 'node', 'server.js']],
  ['a folder that is not there', ['run', '--json', '/missing/a', '--', 'node', 'server.js']],
  ['a value with line breaks', ['run', '--method', 'a\nb', '--', 'node', 'server.js']],
  ['a profile to open that is not named', ['open']],
];

for (const [what, argv] of wrong) {
  test(`answers ${what} with one line and exit code 2`, async () => {
    const cli = new CliRun(argv, tmpdir());
    assert.equal(await cli.exit(), 2, cli.stderr);
    assert.match(cli.stderr, /^hotframe: [^\n]+\n$/);
    assert.equal(cli.stdout, '');
    await cli.leftNothing();
  });
}

test('prints help for people', async () => {
  const cli = new CliRun(['run', '--help'], tmpdir());
  assert.equal(await cli.exit(), 0);
  assert.match(cli.stdout, /^Usage: hotframe run \[options\] -- COMMAND \[ARG…\]\n/);
  assert.match(cli.stdout, / -d, --duration <s> +\S.*\(default: 10\)\n/);
  assert.equal(cli.stderr, '');
});

test('prints its version', async () => {
  const cli = new CliRun(['--version'], tmpdir());
  assert.equal(await cli.exit(), 0);
  assert.match(cli.stdout, /^\d+\.\d+\.\d+\n$/);
});

test('says that its output could not be written', { skip: process.platform !== 'linux' }, () => {
  const full = openSync('/dev/full', 'w');
  const argv = [cliFile, '--help'];
  const { status, stderr } = spawnSync(process.execPath, argv, { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  assert.equal(status, 1);
  assert.match(stderr.toString(), /^hotframe: Standard output could not be written: ENOSPC: .+\n$/);
});
