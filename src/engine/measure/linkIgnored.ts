import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Git } from './git.ts';

/** What tools write for themselves: a copy of the code makes its own. */
const caches = new Set(['.cache', '.vite', '.vite-temp', '.turbo']);

/** Where a repository is checked out a second time. */
export interface TreeCopy {
  /** Real path of the user's. */
  from: string;
  to: string;
}

/**
 * Gives a checked-out revision what git does not have: each node_modules, each `.env` file, and
 * what `links` names (from the root). Gives the folders in which a node_modules was linked, from the
 * root, and which links there is nothing for.
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
    // A package that the revision does not have needs nothing.
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

/** Packages of a folder around the repository are found by looking upward, so they are put above the copy. */
export async function linkModulesAbove(copy: TreeCopy): Promise<void> {
  for (let above = dirname(copy.from); above !== dirname(above); above = dirname(above)) {
    const modules = join(above, 'node_modules');
    if (!isFolder(modules)) continue;
    await link(modules, join(dirname(copy.to), 'node_modules'));
    return;
  }
}

/**
 * A node_modules of links, entry by entry: a package of the repository itself (npm, yarn and pnpm
 * link to its folder) becomes that of the copy, where the link as a whole would lead to the user's.
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

/** In the copy, the folder or file of the repository that the link leads to; null for what is installed. */
function ownPackage(path: string, { from, to }: TreeCopy): string | null {
  try {
    if (!lstatSync(path).isSymbolicLink()) return null;
    const real = realpathSync(path);
    if (!real.startsWith(from + sep)) return null;
    const inside = relative(from, real);
    return inside.split(sep).includes('node_modules') ? null : join(to, inside);
  } catch {
    // It leads nowhere.
    return null;
  }
}

/** What is there already is the revision's own. */
async function link(target: string, path: string): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(dirname(path), { recursive: true });
  if (!isFolder(target)) return linkFile(target, path);
  try {
    // A junction needs no privilege, where other systems take no notice of the word.
    await symlink(target, path, 'junction');
  } catch (error) {
    if (process.platform !== 'win32') throw error;
    // There are none to a folder of the network, nor on some disks.
    await cp(target, path, { recursive: true });
  }
}

/** Links to files need a privilege on Windows, and are not followed from every disk. */
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
