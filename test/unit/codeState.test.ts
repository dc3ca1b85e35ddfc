import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { CodeStateReader, codeStateOf, withoutRepository } from '../../src/engine/git/codeState.ts';

/** A real repository of git, which each test finds with its first commit and nothing else. */

let folder: string;
let commit: string;

function git(...words: string[]): string {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@localhost', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...own, ...words], { cwd: folder, encoding: 'utf8' }).trim();
}

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const stateIn = (path = '.', env = process.env) =>
  new CodeStateReader(join(folder, path), env).state;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'code-state-'));
  git('init', '--quiet', '--initial-branch', 'main');
  write('server.js', '');
  write('docs/start.md', '');
  write('packages/api/index.js', '');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  commit = git('rev-parse', 'HEAD');
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('knows the commit and the branch, from any folder of the repository', async () => {
  assert.deepEqual(await stateIn(), { commit, branch: 'main', modified: 'no' });
  assert.deepEqual(await stateIn('packages/api'), { commit, branch: 'main', modified: 'no' });
  git('checkout', '--quiet', '--detach');
  assert.deepEqual(await stateIn(), { commit, modified: 'no' });
  git('checkout', '--quiet', 'main');
});

for (const [path, modified] of [
  ['server.js', 'source-files'],
  ['new.js', 'source-files'],
  ['new folder/with ä space.mustache', 'source-files'],
  ['packages/api/index.js', 'source-files'],
  ['.env', 'source-files'],
  ['docs/start.md', 'other-files'],
  ['LICENSE', 'other-files'],
  ['.vscode/settings.json', 'other-files'],
] as const) {
  test(`says of a changed ${path}: ${modified}`, async () => {
    write(path, 'changed');
    assert.equal((await stateIn()).modified, modified);
    git('stash', '--quiet', '--include-untracked');
    assert.equal((await stateIn()).modified, 'no');
  });
}

test('counts what is staged, deleted and renamed', async () => {
  for (const change of [
    () => git('rm', '--quiet', 'server.js'),
    () => git('mv', 'server.js', 'server.md'),
    () => rmSync(join(folder, 'server.js')),
  ]) {
    change();
    assert.equal((await stateIn()).modified, 'source-files');
    git('reset', '--quiet', '--hard');
  }
});

test('leaves the index as it is', async () => {
  // The file's time alone makes git want to refresh its index.
  utimesSync(join(folder, 'server.js'), 1, 1);
  const index = readFileSync(join(folder, '.git/index'));
  await stateIn();
  assert.deepEqual(readFileSync(join(folder, '.git/index')), index);
});

test("knows nothing without git, outside of a repository, and of a hook's other repository", async () => {
  assert.deepEqual(await stateIn('.', { PATH: folder }), {});
  const outside = mkdtempSync(join(tmpdir(), 'code-state-'));
  const env = { ...process.env, GIT_DIR: join(folder, '.git'), GIT_WORK_TREE: folder };
  try {
    assert.deepEqual(await new CodeStateReader(outside).state, {});
    assert.deepEqual(await new CodeStateReader(outside, env).state, {});
    execFileSync('git', ['init', '--quiet'], { cwd: outside });
    assert.deepEqual(await new CodeStateReader(outside).state, {}, 'before the first commit');
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test('waits at its end until git has ended, and then knows nothing', async () => {
  const reader = new CodeStateReader(folder);
  await reader.end();
  assert.deepEqual(await reader.state, {});
});

test('reads a path of any text as one path', () => {
  const fields = ['# branch.oid 1234', '# branch.head main', '? # branch.oid 5 x.md', ''];
  assert.deepEqual(codeStateOf(fields.join('\0')), {
    commit: '1234',
    branch: 'main',
    modified: 'other-files',
  });
});

test('programs get the environment without the repository of a git hook', () => {
  const env = { PATH: '/bin', GIT_DIR: '/shop/.git', GIT_INDEX_FILE: 'index', GIT_PAGER: 'cat' };
  assert.deepEqual(withoutRepository(env), { PATH: '/bin', GIT_PAGER: 'cat' });
});
