import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openSavedRun } from '../../src/analysis/saved/savedRun.ts';
import type { Report } from '../../src/shared/report.ts';
import { CliRun, workspaces } from './cliDriver.ts';

const folder = mkdtempSync(join(tmpdir(), 'cli-outputs-'));
after(() => rmSync(folder, { recursive: true }));
const short = ['run', '-d', '1', '--warmup', '0.3', '--rate', '50'];
const server = ['--', 'node', 'server.js'];

test('prints the hot line with its source text, and writes what was asked for', async () => {
  const files = {
    '--json': join(folder, 'report.json'),
    '--html': join(folder, 'page.html'),
    '--out': join(folder, 'run.cpuprofile'),
  };
  const cli = new CliRun(
    // At the usual light rate chance may leave no sample on the hot line.
    [...short, '--rate', '500', ...Object.entries(files).flat(), ...server],
    join(workspaces, 'plain-cjs'),
  );
  assert.equal(await cli.exit(), 0, cli.stderr);

  assert.match(cli.stdout, /^Load {2}10 connections, [\d.]+ s, http:\/\/127\.0\.0\.1:\d+\/\n/m);
  assert.match(cli.stdout, / % {2}█+ +server\.js:\d+ +if \(word\.includes\(typed\.slice/);
  assert.doesNotMatch(cli.stdout + cli.stderr, /\u001b/);
  assert.match(cli.stderr, /^Launching node server\.js\nListening .*\nWarming up /);

  for (const file of Object.values(files)) {
    assert.ok(cli.stdout.includes(file), `${file} is named`);
    assert.equal(statSync(file).mode & 0o777, 0o600);
  }
  assert.deepEqual(readdirSync(folder).sort(), ['page.html', 'report.json', 'run.cpuprofile']);
  const report = JSON.parse(readFileSync(files['--json'], 'utf8')) as Report;
  assert.equal(report.hotframe, 1);
  assert.equal(report.failure, null);
  assert.ok(report.lines[0]?.file.endsWith('/plain-cjs/server.js'));
  assert.deepEqual(openSavedRun(readFileSync(files['--out'], 'utf8')).report, report);
  assert.match(readFileSync(files['--html'], 'utf8'), /^<!doctype html>/i);
  await cli.leftNothing();
});

test('gives standard output to the JSON alone with --json -', async () => {
  const cli = new CliRun(
    [...short, '--json', '-', '--verbose', ...server],
    join(workspaces, 'plain-cjs'),
  );
  assert.equal(await cli.exit(), 0, cli.stderr);
  const report = JSON.parse(cli.stdout) as Report;
  assert.ok((report.load?.requests ?? 0) > 0);
  // A load so light may leave no sample on the CPU, and then no line; the report for people is there.
  assert.match(cli.stderr, /Where the time went/);
  assert.match(cli.stderr, /listening on http:/, "the target's own output");
  await cli.leftNothing();
});

test('writes the JSON of a failed run, with what failed', async () => {
  const json = join(folder, 'failed.json');
  const html = join(folder, 'failed.html');
  const cli = new CliRun(
    ['run', '--json', json, '--html', html, ...server],
    join(workspaces, 'exits-early'),
  );
  assert.equal(await cli.exit(), 1);
  assert.match(cli.stderr, /^hotframe: The server ended with exit code 3 before it listened/m);
  const report = JSON.parse(readFileSync(json, 'utf8')) as Report;
  assert.equal(report.failure?.kind, 'exited-before-listening');
  assert.ok(!existsSync(html), 'a page of nothing');
  await cli.leftNothing();
});

test('says that a command was not found', async () => {
  const cli = new CliRun(['run', '--json', '-', '--', 'no-such-program'], folder);
  assert.equal(await cli.exit(), 1);
  assert.equal((JSON.parse(cli.stdout) as Report).failure?.kind, 'command-not-found');
  assert.match(cli.stderr, /no-such-program/);
  await cli.leftNothing();
});
