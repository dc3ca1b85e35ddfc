import { isWindowsPath, pathBelow } from '../../shared/filePaths.ts';
import { scriptPath } from '../log/logText.ts';
import { normalPath } from './filePath.ts';
import type { SourceFiles } from './sourceFiles.ts';

/** A path or url as a url that relative references can be resolved against. */
export function fileUrl(path: string): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(path)) return path;
  const slashes = isWindowsPath(path) ? normalPath(path).replaceAll('\\', '/') : path;
  // Half a surrogate pair has no encoding, and `encodeURI` throws at it.
  const encoded = encodeURI(slashes.replace(/\p{Cs}/gu, '\ufffd'))
    .replaceAll('?', '%3F')
    .replaceAll('#', '%23');
  // `\\host\share` is a host in a url, too.
  if (path.startsWith('\\\\')) return `file:${encoded}`;
  return `file://${slashes.startsWith('/') ? '' : '/'}${encoded}`;
}

/** Where a bundler's sources may be: the packages around the script, innermost first, then the given folders. */
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
 * The file that a source of a source map names, as an absolute path where there is one on disk.
 * Bundlers write urls of their own (`webpack://name/./src/a.ts?1f2e`, `turbopack:///[project]/a.ts`):
 * those are looked for below the given folders.
 */
export function originalPath(source: string, folders: string[], files: SourceFiles): string {
  if (source.startsWith('file://')) {
    const decoded = scriptPath(source);
    if (files.exists(decoded)) return decoded;
    // A name with a literal % in it, by a tool that doesn't encode.
    const literal = scriptPath(source.replaceAll('%', '%25'));
    if (files.exists(literal)) return literal;
    // Some of Turbopack's maps have its names without a scheme, as if they lay beside the bundle.
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
  // `webpack://name/?1f2e` is made by a loader.
  if (tail === '') return source;
  // A whole path in the map of evaluated code, whose base is a url: `webpack-internal:///home/me/a.ts`.
  const whole = normalPath(isWindowsPath(tail) ? tail : `/${tail}`);
  if (!tail.startsWith('../') && files.exists(whole)) return whole;
  for (const folder of folders) {
    const path = normalPath(`${folder}/${tail}`);
    if (files.exists(path)) return path;
  }
  return sourceOfNext(tail, folders, files) ?? source;
}

/**
 * Next.js ships no sources, but source maps that name them as they lay in its repository: a build
 * of the user's has them as `webpack://shop/../../src/server/a.ts`, beside the user's own.
 * @returns where the source would lie in the package, null where its build has no such module
 */
function sourceOfNext(tail: string, folders: readonly string[], files: SourceFiles): string | null {
  const [, source, module] = /^(?:\.\.\/)*(src\/(.+)\.[jt]sx?)$/s.exec(tail) ?? [];
  if (source === undefined) return null;
  for (const folder of folders) {
    // npm may have put it into a folder further up.
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
