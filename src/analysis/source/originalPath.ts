import { isWindowsPath, pathBelow } from '../../shared/filePaths.ts';
import { scriptPath } from '../text/scriptPath.ts';
import { normalPath } from '../text/filePath.ts';
import type { SourceFiles } from './sourceFiles.ts';

/** Converts a path or url to a url that relative references can be resolved against. */
export function fileUrl(path: string): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(path)) return path;
  const slashes = isWindowsPath(path) ? normalPath(path).replaceAll('\\', '/') : path;
  // `encodeURI` throws for half a surrogate pair.
  const encoded = encodeURI(slashes.replace(/\p{Cs}/gu, '\ufffd'))
    .replaceAll('?', '%3F')
    .replaceAll('#', '%23');
  // In `\\host\share`, the host becomes the url's host.
  if (path.startsWith('\\\\')) return `file:${encoded}`;
  return `file://${slashes.startsWith('/') ? '' : '/'}${encoded}`;
}

/** Folders to search for bundled sources: packages around the script first, innermost first. */
export function foldersAround(
  script: string,
  folders: readonly string[],
  files: SourceFiles,
): string[] {
  const around: string[] = [];
  for (const folder of folders.map((each) => each.replace(/[\\/]$/, ''))) {
    if ((pathBelow(script, folder) ?? '') === '') continue;
    for (let parent = parentOf(script); parent.length > folder.length; parent = parentOf(parent)) {
      if (files.exists(normalPath(`${parent}/package.json`))) around.push(parent);
    }
  }
  return [...around, ...folders];
}

function parentOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, '');
}

/**
 * The file that a source map's source names, as an absolute path if it exists on disk. Bundlers
 * write their own urls (`webpack://name/./src/a.ts?1f2e`, `turbopack:///[project]/a.ts`), which are
 * looked up below the given folders.
 */
export function originalPath(source: string, folders: string[], files: SourceFiles): string {
  if (source.startsWith('file://')) {
    const decoded = scriptPath(source);
    if (files.exists(decoded)) return decoded;
    // Some tools leave a literal % unencoded.
    const literal = scriptPath(source.replaceAll('%', '%25'));
    if (files.exists(literal)) return literal;
    // Some of Turbopack's maps omit the scheme, as if the sources lay beside the bundle.
    const inTurbopack = /\/\[(?:project|turbopack|next)\]\/.*$/s.exec(decoded);
    return inTurbopack ? originalPath(`turbopack://${inTurbopack[0]}`, folders, files) : decoded;
  }
  const bundler =
    /^(?:webpack|webpack-internal|turbopack|rspack|vite|ng|meteor):\/\/[^/]*\/(.*)$/s.exec(source);
  if (!bundler) return source;
  const tail = bundler[1]!
    .replace(/\?.*$/s, '')
    .replace(/^(?:\[project\]|\([a-z-]+\)|\.)\//, '')
    .replace(/^\.\//, '');
  // `webpack://name/?1f2e` was made by a loader.
  if (tail === '') return source;
  // In maps of evaluated code, an absolute path may follow a url:
  // `webpack-internal:///home/me/a.ts`.
  const whole = normalPath(isWindowsPath(tail) ? tail : `/${tail}`);
  if (!tail.startsWith('../') && files.exists(whole)) return whole;
  for (const folder of folders) {
    const path = normalPath(`${folder}/${tail}`);
    if (files.exists(path)) return path;
  }
  return sourceOfNext(tail, folders, files) ?? source;
}

/**
 * Next.js ships no sources, but its source maps name them by their paths in its repository. In a
 * build of the user's they appear as `webpack://shop/../../src/server/a.ts`, beside the user's own.
 * @returns where the source would lie in the package, null if its build has no such module
 */
function sourceOfNext(tail: string, folders: readonly string[], files: SourceFiles): string | null {
  const [, source, module] = /^(?:\.\.\/)*(src\/(.+)\.[jt]sx?)$/s.exec(tail) ?? [];
  if (source === undefined) return null;
  for (const folder of folders) {
    // npm may have installed it in a folder further up.
    for (let parent = normalPath(folder); ; parent = parentOf(parent)) {
      const next = `${parent}/node_modules/next`;
      if (files.exists(normalPath(`${next}/dist/${module}.js`))) {
        return normalPath(`${next}/${source}`);
      }
      if (parent === parentOf(parent)) break;
    }
  }
  return null;
}
