import type { ScriptPositions } from '../source/scriptPositions.ts';
import { functionEnd } from '../text/functionEnd.ts';

/**
 * Finds the start of a function by its name and first line: the offset after the name, if the text
 * there looks like a function. Returns -1 if there is none.
 */
export function functionOnLine(script: ScriptPositions, name: string, line: number): number {
  const start = script.offsetAt(line, 1);
  const word = wordOf(name);
  if (start < 0 || word === '') return -1;
  const { code } = script.source;
  const end = code.indexOf('\n', start);
  const limit = end < 0 ? code.length : end;
  let found = -1;
  for (let at = next(code, word, start); at >= 0 && at < limit; at = next(code, word, at)) {
    if (functionEnd(code, at) > at) found = at;
  }
  return found;
}

/** Like `functionOnLine`, for the innermost function of that name around a line. */
export function functionAround(script: ScriptPositions, name: string, line: number): number {
  const lineStart = script.offsetAt(line, 1);
  const word = wordOf(name);
  if (lineStart < 0 || word === '') return -1;
  const { code } = script.source;
  const end = code.indexOf('\n', lineStart);
  const limit = end < 0 ? code.length : end;
  let found = -1;
  for (let at = next(code, word, 0); at >= 0 && at < limit; at = next(code, word, at)) {
    const functionLimit = functionEnd(code, at);
    if (functionLimit > at && functionLimit > lineStart) found = at;
  }
  return found;
}

/** The last word of names like `Router.handle`, `get size`, `exports.hash`. */
function wordOf(name: string): string {
  return /([\w$]+)$/.exec(name)?.[1] ?? '';
}

/** The offset after the next occurrence of the word as a whole word, or -1. */
function next(code: string, word: string, from: number): number {
  for (let at = code.indexOf(word, from); at >= 0; at = code.indexOf(word, at + 1)) {
    const after = at + word.length;
    if (!/[\w$]/.test(code[at - 1] ?? '') && !/[\w$]/.test(code[after] ?? '')) return after;
  }
  return -1;
}
