import { normalPath } from '../source/filePath.ts';
import type { SourceFiles } from '../source/sourceFiles.ts';
import { scriptPath } from './logText.ts';

/** What V8 logs for code that was made from a text: `eval`, `new Function`. */
const unknown = '<unknown>';
/** EJS writes the name in quotes, which V8 does not take. */
const comment = /^\/\/[#@] sourceURL=(?:"([^"\n]+)"|([^\s'"`]+))(?=\s|$)/;
/** A whole path or a url. */
const wholeName = /^(?:[\\/]|[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]+:\/\/)/i;

/**
 * The file that a script stands for, or the name that somebody gave it. Development servers and
 * template engines name the code that they evaluate at the end of its text.
 */
export function scriptFile(url: string, text: string): string {
  if (url !== unknown) return scriptPath(url);
  const at = text.lastIndexOf('sourceURL=');
  const [, quoted, plain] = comment.exec(at < 4 ? '' : text.slice(at - 4)) ?? [];
  const named = quoted?.replaceAll('\\\\', '\\') ?? plain ?? '';
  if (wholeName.test(named)) return scriptPath(named.replace(/\?[^/]*$/, ''));
  // Nobody but Node.js has modules of its own.
  return named === '' || /^(?:node|wasm):/.test(named) ? url : named;
}

/** The name of a file in one of the folders as its whole path; other names stay as they are. */
export function namedFile(name: string, folders: readonly string[], files: SourceFiles): string {
  // A folder may have the name of a template engine.
  if (!/\.\w+$/.test(name)) return name;
  if (wholeName.test(name) || /(?:^|[\\/])\.\.(?:[\\/]|$)|^[a-z]+:/.test(name)) return name;
  for (const folder of folders) {
    const path = normalPath(`${folder.replace(/[\\/]$/, '')}/${name.replace(/^\.[\\/]/, '')}`);
    if (files.exists(path)) return path;
  }
  return name;
}

/** Whether V8 knows no name of a script: it was made from a text by `eval` or `new Function`. */
export function isEvaluated(url: string): boolean {
  return url === unknown;
}

/** The part of V8's `name url:line:column` that is the url; it leaves out what it does not know. */
export function loggedUrl(url: string): string {
  return url === unknown ? '' : url;
}
