import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { readSavedRun } from '../../src/engine/profile/savedRunFile.ts';
import type { MeasureReport } from '../../src/shared/measure.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { CliRun, workspaces } from './cliDriver.ts';
import { eventually } from './engineHarness.ts';

/** Real servers out of a real repository, measured by the built command. */

const made: GitRepository[] = [];
afterEach(() => {
  for (const repository of made.splice(0)) repository.remove();
});

const counted = readFileSync(join(workspaces, 'counted/server.js'), 'utf8');
const serverWith = (turns: number) => counted.replace('Number(process.env.TURNS)', String(turns));

/** Committed with 200 000 turns a request. */
function repositoryOfServer(): GitRepository {
  const repository = new GitRepository({ 'src/server.js': serverWith(200_000) });
  made.push(repository);
  return repository;
}

const load = ['-c', '4', '-d', '1', '--warmup', '0.2', '--rate', '200'];
const command = ['--', 'node', 'src/server.js'];

async function measured(
  repository: GitRepository,
  words: string[],
  exitCode = 0,
  env: NodeJS.ProcessEnv = {},
): Promise<{ report: MeasureReport; stderr: string }> {
  const before = repository.state();
  const cli = new CliRun(['measure', ...load, '--json', '-', ...words], repository.folder, env);
  assert.equal(await cli.exit(), exitCode, `${cli.stdout}\n${cli.stderr}`);
  await cli.leftNothing();
  assert.deepEqual(repository.state(), before, 'the repository is as it was');
  return { report: JSON.parse(cli.stdout) as MeasureReport, stderr: cli.stderr };
}

test('finds three times the work slower, where it is, in the files of the user', async () => {
  const repository = repositoryOfServer();
  // Two lines further down, and costlier.
  const head = serverWith(600_000).replace('function work', '// one\n// two\nfunction work');
  repository.write({ 'src/server.js': head, '.gitignore': 'runs\n' });
  const kept = join(repository.folder, 'runs');
  const ends = ['--budget', '45', '--precision', '15', '--fail-on-regression', '20'];
  const words = [...ends, '--out', kept, ...command];
  const before = repository.git('status', '--porcelain');
  const cli = new CliRun(['measure', ...load, '--json', '-', ...words], repository.folder);
  assert.equal(await cli.exit(), 3, `${cli.stdout}\n${cli.stderr}`);
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
  assert.match(cli.stderr, /CPU per request .* \(until ±15 %\) · 4 pairs$/m);
  assert.equal(report.pairs.length, report.baseRuns);

  const runs = readdirSync(kept);
  assert.equal(runs.length, report.baseRuns + report.headRuns);
  const first = readSavedRun(join(kept, 'base-01.cpuprofile'));
  assert.ok(first.profile.functions.some((fn) => fn.file === file));
  assert.ok(!JSON.stringify(first.report).includes('hotframe-tree-'));
});

test('does not find a comment faster or slower, and says that nothing else has changed', async () => {
  const repository = repositoryOfServer();
  repository.write({ 'src/server.js': `${serverWith(200_000)}\n// The same again.\n` });
  const { report } = await measured(repository, ['--budget', '9', '--precision', '10', ...command]);
  assert.match(report.verdict.kind, /^(no-difference|cannot-tell)$/, report.sentence);
  assert.match(report.measured.ended, /^(budget|precise)$/);
  assert.ok(report.measured.elapsedS < 15, `${report.measured.elapsedS} s`);
});

test('measures the same code twice where nothing has changed, and starts npm once for each state', async () => {
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
});

test('says which state does not start, and why, with its last words', async () => {
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

test('gives what is known so far at Ctrl-C, and removes everything', async () => {
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

test('leaves nothing in the repository where it is killed', async () => {
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

test('says of a line that it changed by what it causes after its await', async () => {
  const later = `
    let sink = 0;
    exports.later = async (turns) => {
      await null;
      for (let i = 0; i < turns; i++) sink += Math.sqrt(i) % 7;
    };
  `;
  const server = (turns: number) => `
    const http = require('http');
    const { later } = require('later');
    async function handle(request, response) {
      await later(${turns});
      response.end('ok');
    }
    http.createServer(handle).listen(0, '127.0.0.1');
  `;
  const repository = new GitRepository({
    '.gitignore': 'node_modules\n',
    'src/server.js': server(200_000),
  });
  made.push(repository);
  repository.write({
    'node_modules/later/index.js': later,
    'src/server.js': server(500_000),
  });
  const { report } = await measured(repository, [
    '--budget',
    '45',
    '--precision',
    '20',
    ...command,
  ]);
  assert.equal(report.verdict.kind, 'slower');
  const [line] = report.code.lines;
  assert.equal(line?.head?.line, 5, JSON.stringify(report.code.lines));
  assert.ok(line!.baseMicros > 0 && line!.headMicros > 1.5 * line!.baseMicros);
  assert.ok(line!.isBeyondNoise);

  const without = await measured(repository, ['--no-async', '--budget', '8', ...command]);
  assert.deepEqual(
    without.report.code.lines.filter(({ head }) => head?.line === 5),
    [],
    'without learning, the line has no samples',
  );
});
