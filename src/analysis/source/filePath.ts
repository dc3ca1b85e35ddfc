/**
 * An absolute path without `.`, `..` and doubled separators; other names as they are. Both slashes
 * separate, whatever the platform, and two of them at the start stay: they name another machine.
 *
 *     /shop/src/../../keys/a.js → /keys/a.js
 *     \\host\share\.\a.js       → \\host\share\a.js
 */
export function normalPath(path: string): string {
  const root = /^(?:[A-Za-z]:[\\/]|[\\/]{2}|[\\/])/.exec(path)?.[0];
  if (root === undefined || !/[\\/]\.{0,2}(?:[\\/]|$)/.test(path)) return path;
  const kept: string[] = [];
  for (const segment of path.slice(root.length).split(/[\\/]/)) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return root + kept.join(/[\\/]$/.exec(root)![0]);
}

/**
 * Whether a file lies below a folder, by their names alone: a symbolic link may lead elsewhere. What
 * another machine has is in no folder of this one.
 */
export function isInside(file: string, folder: string): boolean {
  const isWindows = /^[A-Za-z]:/.test(folder);
  const segmentsOf = (path: string): string[] => {
    const slashes = normalPath(path).replaceAll('\\', '/').replace(/\/$/, '');
    return (isWindows ? slashes.toLowerCase() : slashes).split('/');
  };
  const [inner, outer] = [segmentsOf(file), segmentsOf(folder)];
  if (inner.length <= outer.length || isOnNetwork(inner) !== isOnNetwork(outer)) return false;
  return outer.every((segment, i) => inner[i] === segment);
}

/** `//host/share`, as segments. */
function isOnNetwork([first, second]: string[]): boolean {
  return first === '' && second === '';
}
