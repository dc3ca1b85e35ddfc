import { normalPath } from '../text/filePath.ts';
import type { SourceFiles } from './sourceFiles.ts';
import { scriptPath } from '../text/scriptPath.ts';

/** V8 logs this for code made from a text: `eval`, `new Function`. */
const unknown = '<unknown>';
/** EJS quotes the name, which V8 does not accept. */
const comment = /^\/\/[#@] sourceURL=(?:"([^"\n]+)"|([^\s'"`]+))(?=\s|$)/;
/** An absolute path or a url. */
const wholeName = /^(?:[\\/]|[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]+:\/\/)/i;

/**
 * The file of a script, or the name it was given. Development servers and template engines name the
 * code that they evaluate at the end of its text.
 */
export function scriptFile(url: string, text: string): string {
  if (url !== unknown) return scriptPath(url);
  const at = text.lastIndexOf('sourceURL=');
  const [, quoted, plain] = comment.exec(at < 4 ? '' : text.slice(at - 4)) ?? [];
  const named = quoted?.replaceAll('\\\\', '\\') ?? plain ?? '';
  if (wholeName.test(named)) return scriptPath(named.replace(/\?[^/]*$/, ''));
  // Code can't claim to be one of Node.js's own modules.
  return named === '' || /^(?:node|wasm):/.test(named) ? url : named;
}

/** Resolves a relative file name below one of the folders; other names stay as they are. */
export function namedFile(name: string, folders: readonly string[], files: SourceFiles): string {
  // Without an extension it may be the name of a template engine, which a folder may share.
  if (!/\.\w+$/.test(name)) return name;
  if (wholeName.test(name) || /(?:^|[\\/])\.\.(?:[\\/]|$)|^[a-z]+:/.test(name)) return name;
  for (const folder of folders) {
    const path = normalPath(`${folder.replace(/[\\/]$/, '')}/${name.replace(/^\.[\\/]/, '')}`);
    if (files.exists(path)) return path;
  }
  return name;
}

/** Whether a script was made from a text by `eval` or `new Function`. */
export function isEvaluated(url: string): boolean {
  return url === unknown;
}

/** The url in V8's `name url:line:column`, which is empty for an unknown one. */
export function loggedUrl(url: string): string {
  return url === unknown ? '' : url;
}
