import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Git } from '../git/git.ts';

/** Caches of tools. A copy of the code makes its own. */
const caches = new Set(['.cache', '.vite', '.vite-temp', '.turbo']);

/** A second checkout of a repository. */
export interface TreeCopy {
  /** Real path of the user's checkout. */
  from: string;
  to: string;
}

/**
 * Gives a checked-out revision the files that are not in git: each node_modules, each `.env` file,
 * and `links` (relative to the root). Gives the folders whose node_modules was linked, relative to
 * the root, and the links that don't exist.
 */
export async function linkIgnored(
  git: Git,
  copy: TreeCopy,
  links: readonly string[],
): Promise<{ packages: string[]; missing: string[] }> {
  const packages: string[] = [];
  for (const path of await git.list(['ls-files', '--others', '--directory', '-z'])) {
    const name = basename(path);
    const place = path.replace(/\/$/, '');
    // The revision does not have this package.
    if (!existsSync(join(copy.to, dirname(place)))) continue;
    if (name === 'node_modules' && isFolder(join(copy.from, place))) {
      await linkModules(join(copy.from, place), join(copy.to, place), copy);
      packages.push(dirname(place));
    } else if (isEnvironmentFile(name)) {
      await link(join(copy.from, place), join(copy.to, place));
    }
  }
  const missing: string[] = [];
  for (const path of links) {
    const from = resolve(copy.from, path);
    if (!from.startsWith(copy.from + sep) || !existsSync(from)) missing.push(path);
    else await link(from, join(copy.to, relative(copy.from, from)));
  }
  return { packages, missing };
}

/** Links packages of a folder around the repository above the copy, since Node.js searches upwards. */
export async function linkModulesAbove(copy: TreeCopy): Promise<void> {
  for (let above = dirname(copy.from); above !== dirname(above); above = dirname(above)) {
    const modules = join(above, 'node_modules');
    if (!isFolder(modules)) continue;
    await link(modules, join(dirname(copy.to), 'node_modules'));
    return;
  }
}

/**
 * Links a node_modules entry by entry. A workspace package, which npm, yarn and pnpm link to its
 * folder in the repository, must become the copy's; a link to the whole node_modules would lead to
 * the user's.
 */
async function linkModules(from: string, to: string, copy: TreeCopy): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (caches.has(name)) continue;
    const [original, place] = [join(from, name), join(to, name)];
    if (name === '.bin' || name.startsWith('@')) await linkModules(original, place, copy);
    else await link(ownPackage(original, copy) ?? original, place);
  }
}

/** If the link leads to a folder or file of the repository, the copy's; null for installed packages. */
function ownPackage(path: string, { from, to }: TreeCopy): string | null {
  try {
    if (!lstatSync(path).isSymbolicLink()) return null;
    const real = realpathSync(path);
    if (!real.startsWith(from + sep)) return null;
    const inside = relative(from, real);
    return inside.split(sep).includes('node_modules') ? null : join(to, inside);
  } catch {
    // The link is broken.
    return null;
  }
}

/** Leaves existing paths alone: they belong to the revision. */
async function link(target: string, path: string): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(dirname(path), { recursive: true });
  if (!isFolder(target)) return linkFile(target, path);
  try {
    // On Windows a junction needs no privilege; other systems ignore the word.
    await symlink(target, path, 'junction');
  } catch (error) {
    if (process.platform !== 'win32') throw error;
    // Network folders and some disks don't allow junctions.
    await cp(target, path, { recursive: true });
  }
}

/** Copies on Windows, where links to files need a privilege and do not work on every disk. */
async function linkFile(target: string, path: string): Promise<void> {
  if (process.platform === 'win32') await copyFile(target, path);
  else await symlink(target, path);
}

function isEnvironmentFile(name: string): boolean {
  return /^\.env(?:\..+)?$/.test(name);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
