import { isWindowsPath, pathBelow } from '../../shared/filePaths.ts';

/**
 * An absolute path without `.`, `..` and doubled separators; other names as they are. Both slashes
 * separate, whatever the platform, and two of them at the start stay: they name another machine. A
 * path of Windows gets its drive in upper case and one kind of slash, and loses the prefix that lets
 * it be long, so that a file has one name whoever tells of it.
 *
 *     /shop/src/../../keys/a.js → /keys/a.js
 *     \\host\share\.\a.js       → \\host\share\a.js
 *     c:/shop/src/a.js          → C:\shop\src\a.js
 *     \\?\C:\shop\a.js          → C:\shop\a.js
 */
export function normalPath(path: string): string {
  const short = withoutPrefix(path);
  if (isWindowsPath(short)) return normalWindowsPath(short);
  const root = /^[\\/]{1,2}/.exec(short)?.[0];
  if (root === undefined || !/[\\/]\.{0,2}(?:[\\/]|$)/.test(short)) return short;
  return root + segmentsOf(short.slice(root.length)).join(root.at(-1));
}

function normalWindowsPath(path: string): string {
  const root = /^[A-Za-z]:[\\/]|^\\\\[^\\/]*(?:[\\/]+[^\\/]*)?/.exec(path)![0];
  const segments = segmentsOf(path.slice(root.length));
  if (!root.startsWith('\\')) return `${root[0]!.toUpperCase()}:\\${segments.join('\\')}`;
  // No `..` leads out of `\\host\share`.
  return `\\\\${[...segmentsOf(root), ...segments].join('\\')}`;
}

/** Node.js and V8 put `\\?\` before paths that are longer than Windows takes otherwise. */
function withoutPrefix(path: string): string {
  if (!path.startsWith('\\\\?\\')) return path;
  const share = /^UNC\\(.*)$/is.exec(path.slice(4))?.[1];
  if (share !== undefined) return `\\\\${share}`;
  return /^[A-Za-z]:/.test(path.slice(4)) ? path.slice(4) : path;
}

function segmentsOf(path: string): string[] {
  const kept: string[] = [];
  for (const segment of path.split(/[\\/]/)) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return kept;
}

/**
 * Whether a file lies below a folder, by their names alone: a symbolic link may lead elsewhere. What
 * another machine has is in no folder of this one.
 */
export function isInside(file: string, folder: string): boolean {
  const [inner, outer] = [normalPath(file), normalPath(folder)];
  if (isOnNetwork(inner) !== isOnNetwork(outer)) return false;
  return (pathBelow(inner, outer) ?? '') !== '';
}

function isOnNetwork(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}
