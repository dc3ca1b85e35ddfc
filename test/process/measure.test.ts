import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSavedRun } from '../../src/engine/profile/savedRunFile.ts';
import type { MeasureReport } from '../../src/shared/measure.ts';
import { CliRun } from './cliDriver.ts';
import { eventually } from './engineHarness.ts';
import { command, load, measured, repositoryOfServer, serverWith } from './measuredRepository.ts';
import { detail, once } from '../support/detail.ts';

/** Real servers out of a real repository, measured by the built command. */

once('finds three times the work slower, where it is, in the files of the user', async () => {
  const repository = repositoryOfServer();
  // Two lines further down, and costlier.
  const head = serverWith(600_000).replace('function work', '// one\n// two\nfunction work');
  repository.write({ 'src/server.js': head, '.gitignore': 'runs\n' });
  const kept = join(repository.folder, 'runs');
  const ends = ['--budget', '100', '--precision', '50', '--fail-on-regression', '20'];
  const words = [...ends, '--out', kept, ...command];
  const before = repository.git('status', '--porcelain');
  const cli = new CliRun(['measure', ...load, '--json', '-', ...words], repository.folder);
  assert.equal(await cli.exit(200), 3, `${cli.stdout}\n${cli.stderr}`);
  await cli.leftNothing();
  assert.equal(repository.git('status', '--porcelain'), before);

  const report = JSON.parse(cli.stdout) as MeasureReport;
  assert.equal(report.verdict.kind, 'slower');
  assert.match(cli.stderr, /^Slower: .* more CPU time per request\.$/m);
  const { change } = report.metrics[0]!;
  assert.ok(
    change!.lowPercent > 20 && change!.percent > 100 && change!.percent < 300,
    report.sentence,
  );
  assert.match(report.measured.baseText, /^commit \w{7} \(HEAD\)$/);
  assert.equal(report.measured.headText, 'the working tree with 1 changed file and 1 new file');
  assert.equal(report.base.modified, 'no');
  assert.equal(report.base.branch, undefined);
  assert.equal(report.base.cwd, repository.folder);
  const [work] = report.code.functions;
  const file = join(repository.folder, 'src/server.js');
  assert.deepEqual(
    [work!.base, work!.head].map((place) => [place!.name, place!.file, place!.line]),
    [
      ['work', file, 6],
      ['work', file, 8],
    ],
  );
  assert.ok(work!.isBeyondNoise && work!.isEdited === false && work!.change!.micros > 0);
  assert.deepEqual(report.warnings, []);
  // The interval comes with the fourth pair, and again with each after it.
  assert.match(cli.stderr, /CPU per request .* \(until ±50 %\) · 4 pairs$/m);
  assert.equal(report.pairs.length, report.baseRuns);

  const runs = readdirSync(kept);
  assert.equal(runs.length, report.baseRuns + report.headRuns);
  const first = readSavedRun(join(kept, 'base-01.cpuprofile'));
  assert.ok(first.profile.functions.some((fn) => fn.file === file));
  assert.ok(!JSON.stringify(first.report).includes('hotframe-tree-'));
});

detail(
  'measures the same code twice where nothing has changed, and starts npm once for each state',
  async () => {
    const repository = repositoryOfServer();
    const prestart = "node -e 'fs.appendFileSync(process.env.STARTS, String(1))'";
    const scripts = { prestart, start: 'node src/server.js' };
    repository.write({ 'package.json': JSON.stringify({ scripts }) });
    repository.commit('with npm');
    const starts = join(repository.folder, '.git/starts');
    const words = ['--budget', '7', '--', 'npm', 'start'];
    const { report } = await measured(repository, words, 0, { STARTS: starts });
    assert.equal(report.measured.headText, 'the working tree, which has no changes against HEAD');
    assert.match(report.warnings.join('\n'), /Both are commit \w{7} without changes/);
    assert.deepEqual(report.base.command, ['npm', 'start']);
    assert.equal(readFileSync(starts, 'utf8'), '11');
    assert.ok(report.baseRuns + report.headRuns >= 2);
    if (report.pairs.length < 4) {
      assert.match(report.measured.endSentence, /4 pairs take about \d+ seconds here\.$/);
    }
  },
);

once('says which state does not start, and why, with its last words', async () => {
  const repository = repositoryOfServer();
  repository.write({ 'src/server.js': "throw new Error('the table is missing')" });
  repository.commit('broken');
  repository.write({ 'src/server.js': serverWith(1000) });
  const { report, stderr } = await measured(repository, command, 1);
  const { problem } = report as unknown as { problem: { kind: string; side: string } };
  assert.deepEqual([problem.kind, problem.side], ['run-failed', 'base']);
  assert.match(stderr, /^hotframe: The base \(commit \w{7} \(HEAD\)\) failed in its first run: /m);
  assert.match(stderr, /the table is missing/);
  assert.match(stderr, new RegExp(`${repository.folder}/src/server\\.js:1`), 'in the user’s paths');
});

once('gives what is known so far at Ctrl-C, and removes everything', async () => {
  const repository = repositoryOfServer();
  repository.write({ 'src/server.js': serverWith(400_000) });
  const before = repository.state();
  const cli = new CliRun(['measure', ...load, ...command], repository.folder);
  await cli.said(/^1 pair$/m);
  cli.signalGroup('SIGINT');
  assert.equal(await cli.exit(), 130, cli.stderr);
  await cli.leftNothing();
  assert.deepEqual(repository.state(), before);
  assert.match(cli.stdout, /^Cannot tell: /);
  assert.match(cli.stdout, /Cancelled after 1 pair of runs: this is what they say\./);
});

once('leaves nothing in the repository where it is killed', async () => {
  const repository = repositoryOfServer();
  repository.write({ 'src/server.js': serverWith(400_000) });
  const before = repository.state();
  const cli = new CliRun(['measure', ...load, ...command], repository.folder);
  await cli.said(/^no pairs$/m);
  assert.ok(existsSync(join(repository.folder, '.git/worktrees')));
  cli.signal('SIGKILL');
  assert.equal(await cli.exit(), 'SIGKILL');
  await cli.leftNothing();
  await eventually(
    'the repository has forgotten the worktree',
    () => !existsSync(join(repository.folder, '.git/worktrees')),
  );
  assert.deepEqual(repository.state(), before);
});
