const utf8 = new TextDecoder();

/** The text of raw bytes of a log line, V8's escapes (`\n`, `\\`, `\xNN`, `\uNNNN`) undone. */
export function decodeLogText(bytes: Uint8Array): string {
  const text = utf8.decode(bytes);
  return text.includes('\\') ? text.replace(escapes, unescape) : text;
}

const escapes = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))/g;

function unescape(
  _all: string,
  x: string | undefined,
  u: string | undefined,
  single: string | undefined,
): string {
  const code = x ?? u;
  if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
  if (single === 'n') return '\n';
  if (single === 'r') return '\r';
  if (single === 't') return '\t';
  return single ?? '';
}

/** A path for the `file:` urls and plain paths that V8 names scripts by; other urls stay as they are. */
export function scriptPath(url: string): string {
  if (!url.startsWith('file://')) return url;
  let path = url.slice('file://'.length);
  try {
    path = decodeURIComponent(path.replace(/[?#].*$/s, ''));
  } catch {
    // A lone % in it: then it was not encoded.
  }
  if (/^\/[A-Za-z]:/.test(path)) return path.slice(1).replaceAll('/', '\\');
  // file://server/share
  if (!path.startsWith('/')) return `\\\\${path.replaceAll('/', '\\')}`;
  return path;
}
