import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import {
  MeasureProblemError,
  prepareState,
  type PreparedState,
} from '../../src/engine/measure/measuredState.ts';
import type { MeasureOptions } from '../../src/shared/measure.ts';
import { GitRepository } from '../support/gitRepository.ts';
import { lightOptions, type QuickOptions } from './engineHarness.ts';

/** What becomes of a revision before it runs: a real repository, a real worktree, no server. */

const made: GitRepository[] = [];
afterEach(() => {
  for (const repository of made.splice(0)) repository.remove();
});

function repositoryOf(files: Record<string, string>): GitRepository {
  const repository = new GitRepository(files);
  made.push(repository);
  return repository;
}

type Asked = Partial<Omit<MeasureOptions, 'run'>> & {
  revision?: string;
  run?: QuickOptions;
  at?: string;
};

const signal = new AbortController().signal;

async function prepare(repository: GitRepository, asked: Asked = {}): Promise<PreparedState> {
  const { revision = 'HEAD', run = {}, at = '.', ...options } = asked;
  return prepareState(
    'base',
    {
      run: lightOptions(join(repository.folder, at), run),
      base: { kind: 'revision', revision },
      head: { kind: 'working-tree' },
      build: null,
      links: [],
      budgetS: 10,
      precisionPercent: 2.5,
      ...options,
    },
    { onStep() {}, onOutput() {} },
    signal,
  );
}

/** Prepares, looks, and checks that the repository is as it was and nothing is left. */
async function withBase(
  repository: GitRepository,
  asked: Asked,
  look: (base: PreparedState, folder: string) => void | Promise<void>,
): Promise<void> {
  const before = repository.state();
  const base = await prepare(repository, asked);
  try {
    await look(base, base.options.cwd);
  } finally {
    await base.end();
  }
  assert.ok(!existsSync(base.options.cwd), 'the copy is gone');
  assert.deepEqual(repository.state(), before, 'the repository is as it was');
}

async function problemOf(repository: GitRepository, asked: Asked = {}) {
  const before = existsSync(join(repository.folder, '.git')) ? repository.state() : null;
  const folders = copies();
  const error = await prepare(repository, asked).then(
    () => assert.fail('it was prepared'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof MeasureProblemError, String(error));
  assert.deepEqual(copies(), folders, 'no copy is left');
  if (before) assert.deepEqual(repository.state(), before, 'the repository is as it was');
  return error.problem;
}

const copies = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`hotframe-tree-${process.pid}-`));

const textIn = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');
const nodeIn = (folder: string, code: string) =>
  execFileSync(process.execPath, ['-p', code], { cwd: folder, encoding: 'utf8' }).trim();

test('has the files of the revision, whatever the working tree has become', async () => {
  const repository = repositoryOf({ 'server.js': 'first', 'lib/a.js': 'a' });
  repository.write({ 'server.js': 'changed', 'new.js': 'new' });
  repository.git('add', 'server.js');
  repository.write({ 'server.js': 'changed again' });
  rmSync(join(repository.folder, 'lib/a.js'));
  await withBase(repository, {}, ({ words, warnings }, folder) => {
    assert.equal(textIn(folder, 'server.js'), 'first');
    assert.equal(textIn(folder, 'lib/a.js'), 'a');
    assert.ok(!existsSync(join(folder, 'new.js')));
    assert.match(words, /^commit [0-9a-f]{7} \(HEAD\)$/);
    assert.deepEqual(warnings, []);
  });
});

test('runs no hook, and takes a branch, a tag or a part of a hash', async () => {
  const repository = repositoryOf({ 'server.js': 'first' });
  const first = repository.git('rev-parse', 'HEAD');
  repository.git('tag', 'v1');
  repository.write({ 'server.js': 'second' });
  repository.commit('second');
  mkdirSync(join(repository.folder, '.git/hooks'), { recursive: true });
  const hook = `#!/bin/sh\ntouch "${repository.folder}/hooked"\n`;
  writeFileSync(join(repository.folder, '.git/hooks/post-checkout'), hook, { mode: 0o755 });
  for (const [revision, text] of [
    ['v1', 'first'],
    ['HEAD~1', 'first'],
    [first.slice(0, 9), 'first'],
    ['main', 'second'],
  ] as const) {
    await withBase(repository, { revision }, (_, folder) => {
      assert.equal(textIn(folder, 'server.js'), text);
    });
  }
  assert.ok(!existsSync(join(repository.folder, 'hooked')));
});

test('finds packages, and takes those of the repository itself from the revision', async () => {
  const repository = repositoryOf({
    '.gitignore': 'node_modules/\n',
    'packages/core/index.js': "module.exports = 'core as it was'",
    'packages/core/package.json': '{ "name": "@shop/core" }',
    'packages/api/server.js': '',
    'packages/api/package.json': '{ "name": "api" }',
  });
  repository.write({
    'node_modules/plain/index.js': "module.exports = 'plain'",
    'node_modules/.cache/x': '',
    'packages/api/node_modules/nested/index.js': "module.exports = 'nested ' + require('plain')",
    'packages/core/index.js': "module.exports = 'core as it is'",
  });
  mkdirSync(join(repository.folder, 'node_modules/@shop'));
  symlinkSync('../../packages/core', join(repository.folder, 'node_modules/@shop/core'));
  await withBase(repository, { at: 'packages/api' }, (_, folder) => {
    assert.equal(nodeIn(folder, "require('plain')"), 'plain');
    assert.equal(nodeIn(folder, "require('nested')"), 'nested plain');
    assert.equal(nodeIn(folder, "require('@shop/core')"), 'core as it was');
    assert.ok(!existsSync(join(folder, '../../node_modules/.cache')), 'caches are not shared');
  });
});

test('finds packages above the repository, and through a linked node_modules', async () => {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'outer-')));
  try {
    for (const name of ['node_modules/above', 'elsewhere/linked']) {
      mkdirSync(join(outer, name), { recursive: true });
      writeFileSync(join(outer, name, 'index.js'), `module.exports = '${name}'`);
    }
    const repository = repositoryOf({ 'server.js': '' });
    const inside = join(outer, 'inner');
    execFileSync('cp', ['-r', repository.folder, inside]);
    symlinkSync('../elsewhere', join(inside, 'node_modules'));
    const moved = Object.assign(Object.create(GitRepository.prototype) as GitRepository, {
      folder: inside,
    });
    await withBase(moved, {}, (_, folder) => {
      assert.equal(nodeIn(folder, "require('above')"), 'node_modules/above');
      assert.equal(nodeIn(folder, "require('linked')"), 'elsewhere/linked');
    });
  } finally {
    rmSync(outer, { recursive: true });
  }
});

test('links environment files and what is named, and says what is not there', async () => {
  const repository = repositoryOf({ '.gitignore': '.env*\ndata/\n', 'api/server.js': '' });
  repository.write({ 'api/.env': 'A=1', '.env.local': 'B=2', 'data/shop.json': '{}' });
  const links = ['data', 'nothing'];
  await withBase(repository, { at: 'api', links }, ({ warnings }, folder) => {
    assert.equal(textIn(folder, '.env'), 'A=1');
    assert.equal(textIn(folder, '../.env.local'), 'B=2');
    assert.equal(textIn(folder, '../data/shop.json'), '{}');
    assert.deepEqual(warnings, ['There is no nothing in the repository to link into the base.']);
  });
});

test('says that the revision wants other packages', async () => {
  const repository = repositoryOf({
    '.gitignore': 'node_modules',
    'package.json': '{ "dependencies": { "koa": "2" } }',
    'package-lock.json': '{ "lockfileVersion": 3 }',
  });
  repository.write({
    'package.json': '{ "version": "2.0.0", "dependencies": { "koa": "3" } }',
    'package-lock.json': '{ "lockfileVersion": 3, "packages": {} }',
    'node_modules/koa/index.js': '',
  });
  await withBase(repository, {}, ({ warnings }) => {
    assert.deepEqual(warnings, [
      'The base wants other packages (package.json, package-lock.json): it ran with those that are installed now.',
    ]);
  });
  repository.write({ 'package.json': '{ "version": "3.0.0", "dependencies": { "koa": "2" } }' });
  repository.git('checkout', '--quiet', 'package-lock.json');
  await withBase(repository, {}, ({ warnings }) => assert.deepEqual(warnings, []));
});

test('has the submodule at the commit of the revision, and says where it is empty', async () => {
  const money = repositoryOf({ 'index.js': 'old money' });
  const repository = repositoryOf({ 'server.js': '' });
  repository.git('submodule', '--quiet', 'add', money.folder, 'lib/money');
  repository.commit('with a submodule');
  money.write({ 'index.js': 'new money' });
  money.commit('new');
  repository.git('-C', 'lib/money', 'pull', '--quiet', 'origin', 'main');
  const submodule = Object.assign(Object.create(GitRepository.prototype) as GitRepository, {
    folder: join(repository.folder, 'lib/money'),
  });
  const known = () => [
    submodule.git('worktree', 'list'),
    submodule.git('--no-optional-locks', 'status', '--porcelain', '--branch'),
    existsSync(join(repository.folder, '.git/modules/lib/money/worktrees')),
  ];
  const before = known();
  await withBase(repository, {}, ({ warnings }, folder) => {
    assert.equal(textIn(folder, 'lib/money/index.js'), 'old money');
    assert.deepEqual(warnings, []);
  });
  assert.deepEqual(known(), before);
  repository.git('submodule', '--quiet', 'deinit', '--force', 'lib/money');
  await withBase(repository, {}, ({ warnings }) => {
    assert.equal(warnings.length, 1);
    assert.match(
      warnings[0]!,
      /^The submodule lib\/money is empty in the base, because it is not checked out/,
    );
  });
});

test('starts the file of the revision, however the command names it', async () => {
  const repository = repositoryOf({ 'src/server.js': '' });
  const { folder } = repository;
  const run = {
    command: [
      process.execPath,
      `--require=${folder}/src/x.js`,
      `${folder}/src/server.js`,
      `${folder}-old/a`,
    ],
    env: { DATA: `${folder}/data`, OTHER: null },
    workspaceFolders: [folder],
  };
  await withBase(repository, { run, at: 'src' }, ({ options }) => {
    const root = join(options.cwd, '..');
    assert.deepEqual(options.command.slice(1), [
      `--require=${root}/src/x.js`,
      `${root}/src/server.js`,
      `${folder}-old/a`,
    ]);
    assert.deepEqual(options.env, { DATA: `${root}/data`, OTHER: null });
    assert.deepEqual(options.workspaceFolders, [root]);
  });
});

test('builds what git does not keep, and asks how', async () => {
  const repository = repositoryOf({
    '.gitignore': 'dist/\n',
    'build.js': "fs.mkdirSync('dist'); fs.copyFileSync('server.js', 'dist/server.js')",
    'server.js': 'as it was',
    'package.json': '{ "scripts": { "start": "node dist/server.js" } }',
  });
  repository.write({ 'dist/server.js': 'as it is' });
  for (const command of [
    ['node', 'dist/server'],
    ['npm', 'start'],
    ['npm', 'run', '--silent', 'start'],
    ['node', join(repository.folder, 'dist/server.js')],
  ]) {
    const problem = await problemOf(repository, { run: { command } });
    assert.equal(problem.kind, 'build-needed');
    assert.match(
      problem.message,
      /^The command starts dist\/server(\.js)?, which git does not keep, so the base \(commit .* --build/,
    );
  }
  const run = { command: ['npm', 'start'] };
  await withBase(repository, { run, build: 'node -e "$(cat build.js)"' }, (_, folder) => {
    assert.equal(textIn(folder, 'dist/server.js'), 'as it was');
  });
  const failed = await problemOf(repository, { run, build: 'echo no && exit 3' });
  assert.match(
    failed.message,
    /by `echo no && exit 3` failed with exit code 3\. Give another build .+ Its last output:\nno$/,
  );
  const without = await problemOf(repository, { run, build: 'echo' });
  assert.match(without.message, /ended well but did not make dist\/server\.js/);
});

test('says what a revision does not have', async () => {
  const repository = repositoryOf({ 'old.js': '' });
  repository.write({ 'server.js': '', 'packages/new/server.js': '' });
  repository.commit('later');
  const missing = await problemOf(repository, { revision: 'HEAD~1' });
  assert.match(
    missing.message,
    /^The base \(commit \w{7} \(HEAD~1\)\) has no server\.js, which the command starts/,
  );
  const folder = await problemOf(repository, { revision: 'HEAD~1', at: 'packages/new' });
  assert.match(folder.message, /does not have the folder packages\/new/);
});

test('says what stands against it: no git, no repository, no commit, no such revision', async () => {
  const repository = repositoryOf({ 'server.js': '' });
  const unknown = await problemOf(repository, { revision: 'main~9' });
  assert.equal(unknown.kind, 'unknown-revision');
  assert.match(unknown.message, /^git knows no commit by the name “main~9”/);
  for (const revision of ['--help', '-q', 'HEAD:server.js']) {
    assert.equal((await problemOf(repository, { revision })).kind, 'unknown-revision');
  }
  const empty = await problemOf(repositoryOf({}));
  assert.match(empty.message, /^The repository has no commit yet/);
  rmSync(join(repository.folder, '.git'), { recursive: true });
  const none = await problemOf(repository);
  assert.equal(none.kind, 'no-repository');
  assert.match(none.message, /is in no git repository/);
  const path = process.env['PATH'];
  process.env['PATH'] = '/nowhere';
  try {
    assert.match((await problemOf(repository)).message, /^git was not found/);
  } finally {
    process.env['PATH'] = path;
  }
});

test('takes away what a killed measuring has left in the repository', async () => {
  const repository = repositoryOf({ 'server.js': '' });
  const before = repository.state();
  // No process has this number.
  const left = join(realpathSync(tmpdir()), 'hotframe-tree-4194305-00ff/shop');
  repository.git('worktree', 'add', '--detach', '--quiet', left, 'HEAD');
  const other = join(repository.folder, '..', 'of-a-person');
  const base = await prepare(repository);
  assert.ok(!existsSync(join(left, '..')));
  assert.ok(!existsSync(other));
  await base.end();
  assert.deepEqual(repository.state(), before);
});
