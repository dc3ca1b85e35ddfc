import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { GitError, type Git } from './git.ts';
import { GuardProcess } from '../programs/guardProcess.ts';
import { temporaryFolder } from '../runFolder/runFolder.ts';
import { isAlive } from '../processes/processTable.ts';

/** The name of our folders, with the id of the process that made them. */
const folderName = /^hotframe-tree-(\d+)-[0-9a-f]+$/;

/** A checked-out repository: the measured one or a submodule. */
interface Checkout {
  git: Git;
  path: string;
}

/**
 * A revision in a temporary folder, made by `git worktree`, which leaves the user's files, index,
 * branches and HEAD alone; its entry in .git/worktrees is removed with the folder. Submodules are
 * worktrees of the user's own checkouts of them, so no network is needed.
 *
 *   /tmp/hotframe-tree-4711-9f3c/shop            the repository at the revision
 *   /tmp/hotframe-tree-4711-9f3c/shop/lib/money  its submodule, at the commit it names
 */
export class Worktree {
  /** Real path of the repository's checkout. */
  readonly root: string;
  readonly guard: GuardProcess;
  /** Submodules that are empty, each with the reason as a clause. */
  readonly emptySubmodules: { path: string; because: string }[] = [];
  /** Each checked-out repository: the user's folder and its copy. */
  readonly copies: { from: string; to: string }[] = [];
  readonly #checkouts: Checkout[] = [];

  private constructor(
    readonly folder: string,
    home: string,
  ) {
    this.root = join(folder, basename(home) || 'root');
    // Started first, so that no folder is left however the engine ends.
    this.guard = new GuardProcess(folder);
  }

  /** Checks out `commit` of the repository whose root `git` is in. Throws {@link GitError}. */
  static async add(git: Git, commit: string, signal: AbortSignal): Promise<Worktree> {
    const name = `hotframe-tree-${process.pid}-${randomBytes(6).toString('hex')}`;
    const tree = new Worktree(join(await temporaryFolder(), name), git.folder);
    try {
      await mkdir(tree.folder, { mode: 0o700 });
      await tree.#checkOut(git, commit, tree.root, signal);
      return tree;
    } catch (error) {
      await tree.remove();
      throw error;
    }
  }

  /** Never throws: the guard or the next measurement removes what is still held. */
  async remove(): Promise<void> {
    try {
      await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
      for (const { git, path } of this.#checkouts) await forget(git, path);
      await this.guard.done();
    } catch {
      // The guard retries when this process ends.
    }
  }

  async #checkOut(git: Git, commit: string, path: string, signal: AbortSignal): Promise<void> {
    await removeLeftovers(git);
    this.#checkouts.push({ git, path });
    this.copies.push({ from: git.folder, to: path });
    this.guard.thenStart({ file: git.file, arguments: forgetText(path), cwd: git.folder });
    await git.run(['worktree', 'add', '--detach', '--quiet', path, commit], { signal });
    for (const { name, commit: wanted } of await submodulesOf(git, commit)) {
      const own = git.at(join(git.folder, name));
      const because = await whyNotHere(own, git, wanted);
      if (because === null) await this.#checkOut(own, wanted, join(path, name), signal);
      else this.emptySubmodules.push({ path: name, because });
    }
  }
}

/** The submodules that a commit names, with their commits. */
async function submodulesOf(git: Git, commit: string) {
  // `160000 commit 1f2e…\tlib/money`
  const entries = await git.list(['ls-tree', '-r', '-z', '--full-tree', commit]);
  return entries.flatMap((entry) => {
    const [, wanted, name] = /^160000 commit ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
    return wanted === undefined || name === undefined ? [] : [{ name, commit: wanted }];
  });
}

/** Why the commit can't be checked out from the user's own checkout of the submodule; null if it can. */
async function whyNotHere(own: Git, parent: Git, commit: string): Promise<string | null> {
  let top: string;
  try {
    top = (await own.run(['rev-parse', '--show-toplevel'])).trim();
  } catch {
    return 'it is not checked out in the working tree';
  }
  // Git takes an empty folder for a part of the repository around it.
  if (resolve(top) === parent.folder) return 'it is not checked out in the working tree';
  if (await own.holds(['cat-file', '-e', `${commit}^{commit}`])) return null;
  return `its commit ${commit.slice(0, 7)} has not been fetched`;
}

/** Removes the worktrees of killed measurements from the repository. */
async function removeLeftovers(git: Git): Promise<void> {
  const lines = (await git.run(['worktree', 'list', '--porcelain'])).split('\n');
  for (const line of lines) {
    const path = /^worktree (.+)$/.exec(line)?.[1];
    const folder = path?.split(/[\\/]/).findLastIndex((part) => folderName.test(part)) ?? -1;
    if (path === undefined || folder < 0) continue;
    const parts = path.split(/[\\/]/);
    const pid = Number(folderName.exec(parts[folder]!)![1]);
    if (pid === process.pid || isAlive(pid)) continue;
    await rm(parts.slice(0, folder + 1).join(sep), { recursive: true, force: true });
    await forget(git, path);
  }
}

/** Removes git's entry of a worktree whose folder is gone. */
async function forget(git: Git, path: string): Promise<void> {
  try {
    await git.run(forgetText(path));
  } catch (error) {
    // Git has not registered it yet.
    if (!(error instanceof GitError)) throw error;
  }
}

/** `--force` is doubled for a worktree that is still locked; the slashes are git's, which compares the path as text. */
function forgetText(path: string): string[] {
  return ['worktree', 'remove', '--force', '--force', path.replaceAll(sep, '/')];
}
