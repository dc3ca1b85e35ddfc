import { TraceMap } from '@jridgewell/trace-mapping';
import { fileUrl } from './originalPath.ts';

/**
 * Maps the lines of evaluated code to the file that it is named after: `new Function` puts two
 * lines before them, and template engines generate code. A log from somebody else may name any
 * file, so the map only includes text that is in the code itself.
 * @param onDisk the text of that file, null if it can't be read
 * @returns null if the lines are the file's own, or if the code is named by a url
 */
export function evaluatedMap(file: string, text: string, onDisk: string | null): TraceMap | null {
  const lines = text.split('\n');
  const template = templateOfEjs(lines);
  if (template) return mapOf(file, template.lines, template.text);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(file)) return null;
  const body = withoutReturns(onDisk?.trimEnd() ?? '');
  const ran = withoutReturns(text);
  const at = body === '' ? -1 : ran.indexOf(body);
  if (at === 0) return null;
  // If the text differs from the file's, only the file is known; every line becomes line 1.
  const before = at < 0 ? lines.length : ran.slice(0, at).split('\n').length - 1;
  const linesOfFile = lines.map((_, line) => Math.max(0, line - before));
  return mapOf(file, linesOfFile, at < 0 ? null : onDisk);
}

/** The loader that evaluates a file may have changed its line breaks. */
function withoutReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/**
 * Finds the template that EJS made the code from, and the template's 0-based line for each line of
 * the code. EJS keeps both in the code for its error messages:
 *
 *     var __line = 1
 *       , __lines = "<ul>\n<% for (const a of all) { %>…"
 *       , __filename = "/app/views/list.ejs";
 *     …
 *         ; __line = 2
 */
function templateOfEjs(code: readonly string[]): { text: string; lines: number[] } | null {
  const start = code.slice(0, 6).findIndex((line) => /^(?:var|let) __line = 1$/.test(line));
  const text = start < 0 ? null : /^ {2}, __lines = (".*")$/s.exec(code[start + 1] ?? '')?.[1];
  if (!text) return null;
  let current = 0;
  const lines = code.map((line) => {
    const next = /^ {4}; __line = (\d{1,7})$/.exec(line)?.[1];
    if (next !== undefined) current = Math.max(0, Number(next) - 1);
    return current;
  });
  try {
    return { text: String(JSON.parse(text)), lines };
  } catch {
    return null;
  }
}

function mapOf(file: string, lines: readonly number[], sourceText: string | null): TraceMap {
  return new TraceMap({
    version: 3,
    sources: [fileUrl(file)],
    sourcesContent: [sourceText],
    names: [],
    mappings: lines.map((line) => [[0, 0, line, 0]]),
  });
}
