import { scriptPath } from './logText.ts';

/** What V8 logs for code that was made from a text: `eval`, `new Function`. */
const unknown = '<unknown>';
const comment = /\/\/[#@] sourceURL=([^\s'"`]+)/g;

/**
 * The file that a script stands for. Development servers evaluate each module by itself and name it
 * at the end of its text; only a whole path or url is taken, other names say nothing about a file.
 */
export function scriptFile(url: string, text: string): string {
  if (url !== unknown) return scriptPath(url);
  const at = text.lastIndexOf('sourceURL=');
  if (at < 0) return url;
  const named = [...text.slice(Math.max(0, at - 4)).matchAll(comment)][0]?.[1] ?? '';
  const isFile = /^(?:\/|[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]+:\/\/)/i.test(named);
  return isFile ? scriptPath(named.replace(/\?[^/]*$/, '')) : url;
}

/** The part of V8's `name url:line:column` that is the url; it leaves out what it does not know. */
export function loggedUrl(url: string): string {
  return url === unknown ? '' : url;
}
