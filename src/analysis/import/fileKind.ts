/** The kind of a file by its first bytes. */
export type FileKind = 'v8-log' | 'json' | 'page' | 'binary' | 'text' | 'empty';

const logLine =
  /^(?:v8-version|v8-platform|shared-library|profiler|code-creation|tick|script-source|new),/m;

/** @param head the first few thousand bytes, unzipped, as one character each */
export function kindOfFile(head: string): FileKind {
  if (head === '') return 'empty';
  // Even the longest early line of a log ends within this length.
  if (logLine.test(head.slice(0, 4000))) return 'v8-log';
  const first = head.trimStart();
  if (first === '') return 'empty';
  if (first[0] === '{' || first[0] === '[') return 'json';
  if (/^<(?:!doctype|html|\?xml|svg)/i.test(first)) return 'page';
  return isText(head) ? 'text' : 'binary';
}

function isText(head: string): boolean {
  for (const char of head.slice(0, 1000)) {
    const code = char.charCodeAt(0);
    if (code < 9 || (code > 13 && code < 32 && code !== 27)) return false;
  }
  return true;
}
