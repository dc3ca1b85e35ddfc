import { scriptPath } from './logText.ts';
import type { SourceFiles } from './sourceFiles.ts';

/** A path or url as a url that relative references can be resolved against. */
export function fileUrl(path: string): string {
  if (/^[a-z][a-z0-9+.-]+:/i.test(path) && !/^[A-Za-z]:[\\/]/.test(path)) return path;
  const slashes = path.replaceAll('\\', '/');
  const encoded = encodeURI(slashes).replaceAll('?', '%3F').replaceAll('#', '%23');
  return `file://${slashes.startsWith('/') ? '' : '/'}${encoded}`;
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
    return files.exists(literal) ? literal : decoded;
  }
  const bundler =
    /^(?:webpack|webpack-internal|turbopack|rspack|vite|ng|meteor):\/\/[^/]*\/(.*)$/s.exec(source);
  if (!bundler) return source;
  const tail = bundler[1]!
    .replace(/\?.*$/s, '')
    .replace(/^(?:\[project\]|\([a-z-]+\)|\.)\//, '')
    .replace(/^\.\//, '');
  for (const folder of folders) {
    const path = `${folder.replace(/[\\/]$/, '')}/${tail}`;
    if (files.exists(path)) return path;
  }
  return source;
}
