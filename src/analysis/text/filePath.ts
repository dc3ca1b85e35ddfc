import { isWindowsPath, pathBelow } from '../../shared/filePaths.ts';

/**
 * Normalizes an absolute path; other names are returned as they are. It removes `.`, `..` and
 * doubled separators, and either slash separates on any platform. Two slashes at the start stay, as
 * they name another machine. A Windows path gets an upper-case drive and backslashes and loses its
 * long-path prefix, so that a file has one name whoever names it.
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
  // `..` can't lead out of `\\host\share`.
  return `\\\\${[...segmentsOf(root), ...segments].join('\\')}`;
}

/** Node.js and V8 put `\\?\` before paths that exceed Windows' usual limit. */
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
 * Whether a file lies below a folder, by name only: a symbolic link may lead elsewhere. A path on
 * another machine is in no folder of this one.
 */
export function isInside(file: string, folder: string): boolean {
  const [inner, outer] = [normalPath(file), normalPath(folder)];
  if (isOnNetwork(inner) !== isOnNetwork(outer)) return false;
  return (pathBelow(inner, outer) ?? '') !== '';
}

function isOnNetwork(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}
