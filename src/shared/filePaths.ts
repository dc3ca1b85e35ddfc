/**
 * Paths by their names alone, whatever the platform this runs on: a profile of Windows may be looked
 * at elsewhere. There upper and lower case are the same, and so are both slashes; VS Code says `c:`
 * where Node.js says `C:`.
 */

/** Whether an absolute path is one of Windows, with a drive or a network host (`\\host\share`). */
export function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path);
}

/** A key that is the same for all spellings of one path. */
export function pathKey(path: string): string {
  return isWindowsPath(path) ? path.replaceAll('/', '\\').toLowerCase() : path;
}

export function isSamePath(a: string, b: string): boolean {
  return pathKey(a) === pathKey(b);
}

/**
 * A path as it is called from a folder around it; empty for the folder itself, null if it lies
 * elsewhere. Both are taken as they are written, with no `..` in them.
 *
 *     C:\shop\src\a.ts from c:\shop → src\a.ts
 */
export function pathBelow(path: string, folder: string): string | null {
  const outer = /[\\/]$/.test(folder) ? folder.slice(0, -1) : folder;
  const head = path.slice(0, outer.length);
  // `C:` alone has no slash yet that identifies a Windows path.
  const isSame = isWindowsPath(path)
    ? pathKey(`${head}\\`) === pathKey(`${outer}\\`)
    : head === outer;
  if (!isSame) return null;
  if (path.length === outer.length) return '';
  const isSeparated = isWindowsPath(path)
    ? /[\\/]/.test(path[outer.length]!)
    : path[outer.length] === '/';
  return isSeparated ? path.slice(outer.length + 1) : null;
}

/** The path for people: relative to the folder if it lies inside. */
export function fileBelow(file: string, folder: string): string {
  return (folder === '' ? null : pathBelow(file, folder)) || file;
}
