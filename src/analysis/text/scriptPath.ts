import { normalPath } from './filePath.ts';

/** Normalizes the `file:` urls and paths that V8 names scripts by; other urls stay as they are. */
export function scriptPath(url: string): string {
  return normalPath(pathOfUrl(url));
}

function pathOfUrl(url: string): string {
  if (!url.startsWith('file://')) return url;
  let path = url.slice('file://'.length);
  try {
    path = decodeURIComponent(path.replace(/[?#].*$/s, ''));
  } catch {
    // A lone % shows that the path is not encoded.
  }
  if (/^\/[A-Za-z]:/.test(path)) return path.slice(1).replaceAll('/', '\\');
  // file://server/share
  if (!path.startsWith('/')) return `\\\\${path.replaceAll('/', '\\')}`;
  return path;
}
