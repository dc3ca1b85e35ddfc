import type { CommitChoice, MeasurableStates } from '../../shared/measureWire.ts';
import { GitError, type Git } from '../git/git.ts';
import { treeChanges } from '../git/treeChanges.ts';

/** The states that the working tree can be measured against. Throws {@link GitError}. */
export async function measurableStates(git: Git): Promise<MeasurableStates> {
  const [head, ...commits] = await commitsOf(git, ['-n', String(maxCommits + 1), 'HEAD']);
  if (!head) throw new GitError('there is no commit yet');
  const [{ changed, added }, branches, current, main] = await Promise.all([
    treeChanges(git, 'HEAD'),
    branchesOf(git),
    line(git, ['symbolic-ref', '--short', '--quiet', 'HEAD']),
    mainOf(git),
  ]);
  return {
    head,
    changedFiles: changed.length,
    newFiles: added.length,
    commits,
    branches: branches.filter(({ name, commit }) => name !== current && commit !== head.commit),
    fork: main === null ? null : await forkOf(git, main, head),
  };
}

const maxCommits = 10;
const maxBranches = 50;

const fields = ['%H', '%ct', '%s'].join('%x00');

async function commitsOf(git: Git, words: readonly string[]): Promise<CommitChoice[]> {
  const text = await git.run([
    ...['-c', 'log.showSignature=false', 'log', '--no-color', `--format=${fields}`],
    ...words,
    '--',
  ]);
  return text.split('\n').flatMap((entry) => {
    const [commit = '', time = '', subject = ''] = entry.split('\0');
    return commit === '' ? [] : [{ commit, subject, committedAt: Number(time) * 1000 }];
  });
}

/** Newest first, remote branches included. */
async function branchesOf(git: Git): Promise<(CommitChoice & { name: string })[]> {
  const names = ['refname:short', 'objectname', 'committerdate:unix', 'symref', 'contents:subject'];
  const text = await git.run([
    ...['for-each-ref', '--sort=-committerdate', `--count=${maxBranches}`],
    `--format=${names.map((name) => `%(${name})`).join('%00')}`,
    ...['refs/heads', 'refs/remotes'],
  ]);
  return text.split('\n').flatMap((entry) => {
    const [name = '', commit = '', time = '', alias = '', subject = ''] = entry.split('\0');
    // origin/HEAD is an alias of another branch in the list.
    if (commit === '' || alias !== '') return [];
    return [{ name, commit, subject, committedAt: Number(time) * 1000 }];
  });
}

/** The main branch; null if it can't be determined. */
async function mainOf(git: Git): Promise<string | null> {
  const remote = await line(git, [
    'symbolic-ref',
    '--short',
    '--quiet',
    'refs/remotes/origin/HEAD',
  ]);
  if (remote !== null) return remote;
  for (const name of ['main', 'master']) {
    if (await git.holds(['show-ref', '--verify', '--quiet', `refs/heads/${name}`])) return name;
  }
  return null;
}

/** The commit at which HEAD left the main branch; null if HEAD is on it. */
async function forkOf(
  git: Git,
  main: string,
  head: CommitChoice,
): Promise<MeasurableStates['fork']> {
  const commit = await line(git, ['merge-base', main, 'HEAD']);
  if (commit === null || commit === head.commit) return null;
  const [fork] = await commitsOf(git, ['-n', '1', commit]);
  return fork ? { ...fork, of: main } : null;
}

/** Null if git fails or prints nothing. */
async function line(git: Git, words: readonly string[]): Promise<string | null> {
  const text = await git.run(words).catch(() => '');
  return text.trim() || null;
}
