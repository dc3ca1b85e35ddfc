import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { GitError, type Git } from './git.ts';
import { GuardProcess } from '../guardProcess.ts';
import { temporaryFolder } from '../runFolder.ts';
import { isAlive } from '../processes/processTable.ts';

/** Ours by name, with the process that it belongs to. */
const folderName = /^hotframe-tree-(\d+)-[0-9a-f]+$/;

/** One checked-out repository: the one that is measured, or a submodule of it. */
interface Checkout {
  git: Git;
  path: string;
}

/**
 * A revision in a temporary folder, by `git worktree`: the user's files, index, branches and HEAD are
 * not touched, and the entry in .git/worktrees goes with the folder. Submodules are worktrees of
 * the user's own checkouts of them, which needs no network.
 *
 *   /tmp/hotframe-tree-4711-9f3c/shop            the repository at the revision
 *   /tmp/hotframe-tree-4711-9f3c/shop/lib/money  its submodule, at the commit that the revision names
 */
export class Worktree {
  /** Where the repository's root is checked out; a real path. */
  readonly root: string;
  readonly guard: GuardProcess;
  /** Submodules that are empty, with the reason as a clause. */
  readonly emptySubmodules: { path: string; because: string }[] = [];
  /** Each checked-out repository: where the user has it, and where it is here. */
  readonly copies: { from: string; to: string }[] = [];
  readonly #checkouts: Checkout[] = [];

  private constructor(
    readonly folder: string,
    home: string,
  ) {
    this.root = join(folder, basename(home) || 'root');
    // First of all, so that whatever ends the engine leaves no folder.
    this.guard = new GuardProcess(folder);
  }

  /** Checks out `commit` of the repository that `git` is at the root of. Throws {@link GitError}. */
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

  /** Never throws: what something still holds is removed by the guard, or by the next measuring. */
  async remove(): Promise<void> {
    try {
      await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
      for (const { git, path } of this.#checkouts) await forget(git, path);
      await this.guard.done();
    } catch {
      // The guard tries again when this process has ended.
    }
  }

  async #checkOut(git: Git, commit: string, path: string, signal: AbortSignal): Promise<void> {
    await removeLeftovers(git);
    this.#checkouts.push({ git, path });
    this.copies.push({ from: git.folder, to: path });
    this.guard.thenStart({ file: git.file, arguments: forgetWords(path), cwd: git.folder });
    await git.run(['worktree', 'add', '--detach', '--quiet', path, commit], { signal });
    for (const { name, commit: wanted } of await submodulesOf(git, commit)) {
      const own = git.at(join(git.folder, name));
      const because = await whyNotHere(own, git, wanted);
      if (because === null) await this.#checkOut(own, wanted, join(path, name), signal);
      else this.emptySubmodules.push({ path: name, because });
    }
  }
}

/** The commits of other repositories that a commit names, by their folders. */
async function submodulesOf(git: Git, commit: string) {
  // `160000 commit 1f2e…\tlib/money`
  const entries = await git.list(['ls-tree', '-r', '-z', '--full-tree', commit]);
  return entries.flatMap((entry) => {
    const [, wanted, name] = /^160000 commit ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
    return wanted === undefined || name === undefined ? [] : [{ name, commit: wanted }];
  });
}

/** Null where the commit can be checked out from the user's own checkout of the submodule. */
async function whyNotHere(own: Git, parent: Git, commit: string): Promise<string | null> {
  let top: string;
  try {
    top = (await own.run(['rev-parse', '--show-toplevel'])).trim();
  } catch {
    return 'it is not checked out in the working tree';
  }
  // An empty folder is a part of the repository around it.
  if (resolve(top) === parent.folder) return 'it is not checked out in the working tree';
  if (await own.holds(['cat-file', '-e', `${commit}^{commit}`])) return null;
  return `its commit ${commit.slice(0, 7)} has not been fetched`;
}

/** Takes the worktrees of measurings that were killed out of the repository. */
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

/** The folder is gone already. */
async function forget(git: Git, path: string): Promise<void> {
  try {
    await git.run(forgetWords(path));
  } catch (error) {
    // It never came to be known.
    if (!(error instanceof GitError)) throw error;
  }
}

/** Twice, for one that is locked while it is being made; with git's slashes, since it compares the text of a folder that is gone. */
function forgetWords(path: string): string[] {
  return ['worktree', 'remove', '--force', '--force', path.replaceAll(sep, '/')];
}
