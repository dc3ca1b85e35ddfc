import type { ScriptPositions } from '../log/scriptPositions.ts';
import { functionEnd } from '../placing/placeLinesExtent.ts';

/**
 * Where a function of which only the name and its first line are known begins, or -1: the offset
 * after the name, from where its text reads as that of a function.
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

/** The same of the innermost function of that name that a line lies in. */
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

/** V8 says `Router.handle`, `get size`, `exports.hash`. */
function wordOf(name: string): string {
  return /([\w$]+)$/.exec(name)?.[1] ?? '';
}

/** The offset after the next time that the word stands by itself; -1 where it does not. */
function next(code: string, word: string, from: number): number {
  for (let at = code.indexOf(word, from); at >= 0; at = code.indexOf(word, at + 1)) {
    const after = at + word.length;
    if (!/[\w$]/.test(code[at - 1] ?? '') && !/[\w$]/.test(code[after] ?? '')) return after;
  }
  return -1;
}
