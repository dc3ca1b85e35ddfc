import { copyFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatNumberOf } from '../../shared/format.ts';
import { temporaryFolder } from '../runFolder/runFolder.ts';
import type { Git } from './git.ts';

/** How the working tree differs from a commit; paths are relative to the repository's root. */
export interface TreeChanges {
  /** Changed, deleted or staged. */
  changed: string[];
  /** Untracked and not ignored. */
  added: string[];
}

/** Compares with a copy of the index, since git may write to the index while it compares. */
export async function treeChanges(git: Git, commit: string): Promise<TreeChanges> {
  const folder = await mkdtemp(join(await temporaryFolder(), 'hotframe-index-'));
  try {
    const index = (await git.run(['rev-parse', '--git-path', 'index'])).trim();
    const indexFile = join(folder, 'index');
    await copyIndex(resolve(git.folder, index), indexFile);
    const [changed, added] = await Promise.all([
      git.list(['diff', '--name-only', '--no-ext-diff', '--ignore-submodules=none', '-z', commit], {
        indexFile,
      }),
      git.list(['ls-files', '--others', '--exclude-standard', '-z'], { indexFile }),
    ]);
    return { changed, added };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Keeps the index's time. Git reads a file that is as new as the index, which may have changed in
 * the same second, and trusts the index for older files.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(from);
    await copyFile(from, to);
    const seconds = Math.floor(mtimeMs / 1000);
    await utimes(to, seconds, seconds);
  } catch (error) {
    // Without an index, nothing is staged.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** For example `the working tree with 2 changed files and 1 new file`. */
export function workingTreeText({ changed, added }: TreeChanges): string {
  if (changed.length + added.length === 0) return 'the working tree, which has no changes';
  const parts = [
    changed.length > 0 ? formatNumberOf(changed.length, 'changed file') : '',
    added.length > 0 ? formatNumberOf(added.length, 'new file') : '',
  ];
  return `the working tree with ${parts.filter(Boolean).join(' and ')}`;
}
