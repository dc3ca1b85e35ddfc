import type { ImportOptions } from './placeForeign.ts';

/**
 * The same, where a folder that was worked out becomes the project around it: up to the nearest
 * package.json on disk.
 */
export function projectFolders(
  paths: readonly string[],
  { workspaceFolders, files }: ImportOptions,
): string[] {
  return ownFolders(paths, workspaceFolders).map((folder) => {
    if (workspaceFolders.includes(folder)) return folder;
    for (let around = folder; around !== ''; around = around.replace(/[\\/]?[^\\/]*$/, '')) {
      if (files.exists(`${around}/package.json`)) return around;
    }
    return folder;
  });
}

/**
 * The folders whose files are the user's own where nobody named them, or none of those that were
 * named has any: what all files outside node_modules have in common.
 * @param files absolute paths; others are passed over
 */
export function ownFolders(files: Iterable<string>, named: readonly string[]): string[] {
  const own = [...files].filter((file) => isAbsolute(file) && !isOfPackage(file));
  const isWithin = (file: string) => named.some((folder) => startsWithFolder(file, folder));
  if (named.length > 0 && (own.length === 0 || own.some(isWithin))) return [...named];
  const [first, ...others] = own.map(foldersOf);
  if (!first) return [...named];
  let common = first;
  for (const folders of others) {
    const differs = common.findIndex((folder, i) => folders[i] !== folder);
    if (differs >= 0) common = common.slice(0, differs);
  }
  // Nothing but the root in common: then each file's own folder.
  const isRoot = common.every((folder) => /^(?:[A-Za-z]:)?$/.test(folder));
  const separator = own[0]!.includes('\\') ? '\\' : '/';
  const all = isRoot ? [first, ...others] : [common];
  return [...new Set(all.map((folders) => folders.join(separator)))].filter(
    (folder) => folder !== '',
  );
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}

function isOfPackage(path: string): boolean {
  return /[\\/]node_modules[\\/]/.test(path);
}

function foldersOf(path: string): string[] {
  return path.split(/[\\/]/).slice(0, -1);
}

function startsWithFolder(file: string, folder: string): boolean {
  const start = folder.replace(/[\\/]$/, '');
  return file.startsWith(start) && /[\\/]/.test(file[start.length] ?? '');
}
