import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import type { Report } from '../../src/shared/report.ts';
import { enlargeLog } from '../bench/largeLog.ts';
import { CliRun } from './cliDriver.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures');
const profile = join(fixtures, 'imports/node20.cpuprofile');
const folder = mkdtempSync(join(tmpdir(), 'hotframe-open-'));
after(() => rmSync(folder, { recursive: true }));

test('prints what a profile says, and what it does not know', async () => {
  const cli = new CliRun(['open', profile], folder);
  assert.equal(await cli.exit(), 0, cli.stderr);
  assert.match(cli.stdout, /^node20\.cpuprofile\nCPU profile of V8, taken /);
  assert.match(cli.stdout, /Hot functions[^]*triple/);
  assert.match(cli.stdout, /It does not say what V8 had optimized/);
  // An option of `hotframe run` helps nobody here.
  assert.doesNotMatch(cli.stdout, /--exact-lines/);
  assert.equal(cli.stderr, '');
  await cli.leftNothing();
});

test('writes the report, the page and the saved run, which opens again as it was', async () => {
  const json = join(folder, 'a.json');
  const out = join(folder, 'a.cpuprofile');
  const html = join(folder, 'a.html');
  const save = join(folder, 'a.pb.gz');
  const cli = new CliRun(
    ['open', profile, '--json', json, '--out', out, '--html', html, '--save', save],
    folder,
  );
  assert.equal(await cli.exit(), 0, cli.stderr);
  const report = JSON.parse(readFileSync(json, 'utf8')) as Report;
  assert.equal(report.sampling?.tiers, false);
  assert.deepEqual(report.imported?.files, [profile]);
  for (const path of [json, out, html, save]) assert.equal(statSync(path).mode & 0o777, 0o600);
  const again = new CliRun(['open', out, '--json', '-'], folder);
  assert.equal(await again.exit(), 0, again.stderr);
  assert.deepEqual(JSON.parse(again.stdout), report);
  assert.match(again.stderr, /^node20\.cpuprofile\n/);
  // What we save as pprof has the same functions.
  const other = new CliRun(['open', save, '--json', '-'], folder);
  assert.equal(await other.exit(), 0, other.stderr);
  const saved = JSON.parse(other.stdout) as Report;
  const triple = ({ functions }: Report) => functions.find(({ name }) => name === 'triple')?.self;
  assert.ok(Math.abs(triple(saved)! - triple(report)!) < 0.01);
});

test('shows the areas that are asked for, of a saved run too', async () => {
  const out = join(folder, 'areas.cpuprofile');
  const first = new CliRun(['open', profile, '--out', out], folder);
  assert.equal(await first.exit(), 0, first.stderr);
  for (const file of [profile, out]) {
    const cli = new CliRun(['open', '--areas', 'app,core', '--json', '-', file], folder);
    assert.equal(await cli.exit(), 0, cli.stderr);
    const { sampling, lines } = JSON.parse(cli.stdout) as Report;
    assert.deepEqual(sampling?.areas, ['app', 'core']);
    assert.ok(lines.some((line) => line.file.startsWith('node:')));
  }
});

for (const [what, argv, sentence] of [
  [
    'a file that is not there',
    ['gone.cpuprofile'],
    /gone\.cpuprofile can't be opened, there is no such file/,
  ],
  [
    'a file that is no profile',
    [join(fixtures, 'imports/program/app.js')],
    /app\.js can't be opened: it is no profile that Hotframe knows/,
  ],
  [
    'a folder without one',
    [join(fixtures, 'imports/program')],
    /there is no profile in the folder/,
  ],
] as const) {
  test(`ends with one sentence and exit code 1 at ${what}`, async () => {
    const cli = new CliRun(['open', ...argv], folder);
    assert.equal(await cli.exit(), 1);
    assert.match(cli.stderr, /^hotframe: [^\n]+\.\n$/);
    assert.match(cli.stderr, sentence);
    assert.equal(cli.stdout, '');
    await cli.leftNothing();
  });
}

test('ends with 130 where it is cancelled while it reads', async () => {
  const log = join(folder, 'isolate-0x1-77-v8.log');
  await enlargeLog(join(fixtures, 'v8log/node24.log'), log, 400e6);
  const cli = new CliRun(['open', log], folder);
  await cli.said(/^Reading a large profile…\n/);
  cli.signal('SIGINT');
  assert.equal(await cli.exit(), 130);
  assert.equal(cli.stdout, '');
  await cli.leftNothing();
});
