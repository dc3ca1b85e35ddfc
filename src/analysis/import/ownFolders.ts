import { isInside } from '../text/filePath.ts';

/**
 * The folders whose files count as the user's own. If none are named, or no file is in a named one,
 * it is the common folder of all files outside node_modules. They only decide what is shown as the
 * user's and permit no reading.
 * @param files absolute paths; others are ignored
 */
export function ownFolders(files: Iterable<string>, named: readonly string[]): string[] {
  const own = [...files].filter((file) => isAbsolute(file) && !isOfPackage(file));
  const isWithin = (file: string) => named.some((folder) => isInside(file, folder));
  if (named.length > 0 && (own.length === 0 || own.some(isWithin))) return [...named];
  const [first, ...others] = own.map(foldersOf);
  if (!first) return [...named];
  let common = first;
  for (const folders of others) {
    const differs = common.findIndex((folder, i) => folders[i] !== folder);
    if (differs >= 0) common = common.slice(0, differs);
  }
  // If only the root is common, each file's own folder is used.
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
