import { join, relative } from 'node:path';
import { pnpmPatterns, readManifest, type PackageManifest } from './packageManifest.ts';

export interface WorkspacePackage {
  /** From its package.json, else its path relative to the root. */
  name: string;
  folder: string;
  manifest: PackageManifest;
}

export interface PackageSources {
  readText(path: string): string | null;
  /** Names of the folders in a folder, without links; empty if it can't be read. */
  foldersIn(path: string): string[];
}

/** Limits the search, because a person is waiting for the picker. */
const maxFolders = 2_000;
const maxDepth = 6;

/** Common places of packages if the folder names none. */
const usualPatterns = ['*', 'packages/*', 'apps/*', 'services/*'];

/** The packages that match the patterns of the folder's manifest or pnpm-workspace.yaml. */
export function workspacePackages(
  folder: string,
  { workspaces }: PackageManifest,
  sources: PackageSources,
): WorkspacePackage[] {
  const pnpm = sources.readText(join(folder, 'pnpm-workspace.yaml'));
  const patterns = [...workspaces, ...(pnpm === null ? [] : pnpmPatterns(pnpm))];
  return packagesAt(folder, patterns, sources);
}

/** The packages of a folder that names none, such as `server` and `client` side by side. */
export function packagesBelow(folder: string, sources: PackageSources): WorkspacePackage[] {
  return packagesAt(folder, usualPatterns, sources);
}

function packagesAt(
  folder: string,
  patterns: readonly string[],
  sources: PackageSources,
): WorkspacePackage[] {
  const left = { folders: maxFolders };
  const found = new Set<string>();
  for (const pattern of patterns.flatMap(alternatives)) {
    const isExcluded = pattern.startsWith('!');
    const parts = pattern
      .replace(/^!/, '')
      .split('/')
      .filter((part) => part !== '' && part !== '.');
    // Folders outside of the workspace folder are not its packages.
    if (parts.length === 0 || parts.includes('..')) continue;
    for (const each of foldersAt(folder, parts, sources, left)) {
      if (isExcluded) found.delete(each);
      else if (each !== folder) found.add(each);
    }
  }
  return [...found].flatMap((path) => {
    const text = sources.readText(join(path, 'package.json'));
    if (text === null) return [];
    const manifest = readManifest(text);
    return { name: manifest.name ?? relative(folder, path), folder: path, manifest };
  });
}

/** Expands braces: `{api,web}/*` are two patterns. */
function alternatives(pattern: string): string[] {
  const [whole, inside] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || inside === undefined) return [pattern];
  return inside.split(',').flatMap((each) => alternatives(pattern.replace(whole, () => each)));
}

function foldersAt(
  folder: string,
  [part, ...rest]: readonly string[],
  sources: PackageSources,
  left: { folders: number },
  depth = 0,
): string[] {
  if (part === undefined) return [folder];
  if (!part.includes('*') && !part.includes('?')) {
    return foldersAt(join(folder, part), rest, sources, left, depth);
  }
  if (depth > maxDepth || left.folders-- <= 0) return [];
  const names = sources
    .foldersIn(folder)
    .filter((name) => name !== 'node_modules' && !name.startsWith('.'));
  if (part === '**') {
    return [
      ...foldersAt(folder, rest, sources, left, depth),
      ...names.flatMap((name) =>
        foldersAt(join(folder, name), ['**', ...rest], sources, left, depth + 1),
      ),
    ];
  }
  const words = part.split(/([*?])/).map((each) => {
    if (each === '*') return '.*';
    return each === '?' ? '.' : each.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
  });
  const wanted = new RegExp(`^${words.join('')}$`);
  return names
    .filter((name) => wanted.test(name))
    .flatMap((name) => foldersAt(join(folder, name), rest, sources, left, depth + 1));
}
