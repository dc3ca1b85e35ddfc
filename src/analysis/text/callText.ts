/** A text and its code of the same length, with strings and comments blanked (see maskCode.ts). */
export interface SourceText {
  text: string;
  code: string;
}

/** Offsets; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** One step of a callee: `router`, or `route('/x')` in `router.route('/x').get(…)`. */
export interface CalleeStep {
  /** Empty if the step is not a word: `(a || b).get(…)`, `list[0].get(…)`. */
  word: string;
  at: number;
  /** Null if the step itself is not called. */
  args: Span[] | null;
}

export interface Call {
  /** Offset of the callee, or of its `new`. */
  start: number;
  isNew: boolean;
  /** The outermost object first, the called function last; never empty. */
  callee: CalleeStep[];
  args: Span[];
}

/** How far back to look for an opening bracket. */
const maxLookback = 20_000;

/** Not callees, though a parenthesis may follow. */
const keywords = new Set(
  'if for while switch catch with return typeof void delete await yield in of case do else function throw'.split(
    ' ',
  ),
);

/**
 * Parses the JavaScript or TypeScript call whose arguments begin with the `(` at `open`; null if it
 * is another kind of parenthesis. Arguments are read up to `upTo` or the end of the call.
 */
export function readCall(source: SourceText, open: number, upTo = source.code.length): Call | null {
  const { code, text } = source;
  const callee: CalleeStep[] = [];
  let at = beforeTypeArguments(code, skipSpaceBack(code, open));
  for (;;) {
    if (code.endsWith('?.', at)) at = skipSpaceBack(code, at - 2);
    const step = stepBefore(code, at);
    if (!step) break;
    callee.unshift(step.step);
    at = step.start;
    const dot = skipSpaceBack(code, at);
    if (code[dot - 1] !== '.' || code[dot - 2] === '.') break;
    const object = code[dot - 2] === '?' ? dot - 2 : dot - 1;
    // In `'text'.replace(…)`, what precedes the string is not the object.
    at = skipSpaceBack(code, object);
    if (withoutComments(text.slice(at, object)) !== '') break;
  }
  const [first] = callee;
  if (!first || (callee.length === 1 && keywords.has(first.word))) return null;
  const before = wordBefore(code, skipSpaceBack(code, at));
  // In `function name(`, the parenthesis holds parameters.
  if (before.word === 'function' || code[skipSpaceBack(code, at) - 1] === '*') return null;
  // `new Hono().get(…)` makes an object and calls its method.
  const isNew = before.word === 'new' && callee.slice(0, -1).every(({ args }) => args === null);
  return {
    start: before.word === 'new' ? before.start : at,
    isNew,
    callee,
    args: partsOf(code, open, upTo),
  };
}

/** The parts between the bracket at `open` and its end (or `upTo`), split at the commas. */
export function partsOf(code: string, open: number, upTo = code.length): Span[] {
  const parts: Span[] = [];
  let depth = 0;
  let start = open + 1;
  let at = start;
  for (; at < upTo; at++) {
    const char = code[at]!;
    if (char === '(' || char === '[' || char === '{') depth++;
    else if (char === ')' || char === ']' || char === '}') {
      if (depth === 0) break;
      depth--;
    } else if (char === ',' && depth === 0) {
      parts.push({ start, end: at });
      start = at + 1;
    }
  }
  if (at > start) parts.push({ start, end: at });
  return parts;
}

/** The innermost bracket that is open at `at`; -1 if none is near. */
export function openBefore(code: string, at: number): number {
  let depth = 0;
  const stop = Math.max(0, at - maxLookback);
  for (let i = at - 1; i >= stop; i--) {
    const char = code[i]!;
    if (char === ')' || char === ']' || char === '}') depth++;
    else if ((char === '(' || char === '[' || char === '{') && depth-- === 0) return i;
  }
  return -1;
}

/** The offset after the last non-space character before `at`. */
export function skipSpaceBack(code: string, at: number): number {
  let end = at;
  while (end > 0 && code.charCodeAt(end - 1) <= 32) end--;
  return end;
}

/** The word that ends at `end`, or an empty one. */
export function wordBefore(code: string, end: number): { word: string; start: number } {
  let start = end;
  while (start > 0 && /[\w$#\u0080-\uffff]/.test(code[start - 1]!)) start--;
  return { word: code.slice(start, end), start };
}

/** Trims source text and the comments at its start. */
export function withoutComments(raw: string): string {
  return raw.replace(/^(?:\s+|\/\*.*?\*\/|\/\/[^\n]*(?:\n|$))+/s, '').trim();
}

function stepBefore(code: string, end: number): { step: CalleeStep; start: number } | null {
  const last = code[end - 1];
  if (last === ')') {
    const open = openBefore(code, end - 1);
    if (open < 0) return null;
    const { word, start } = wordBefore(code, beforeTypeArguments(code, skipSpaceBack(code, open)));
    if (word !== '' && !keywords.has(word)) {
      return { step: { word, at: start, args: partsOf(code, open) }, start };
    }
    return { step: importedStep(code.slice(open, end), open), start: open };
  }
  if (last === ']') {
    const open = openBefore(code, end - 1);
    return open < 0 ? null : { step: { word: '', at: open, args: null }, start: open };
  }
  const { word, start } = wordBefore(code, end);
  return word === '' ? null : { step: { word, at: start, args: null }, start };
}

/** Reads `(0, limit_1.default)`, as compilers write a call of an import. */
function importedStep(group: string, open: number): CalleeStep {
  const path = /^\(\s*0\s*,\s*([\w$.]+)\s*\)$/.exec(group)?.[1]?.split('.') ?? [];
  const word = path.at(-1) === 'default' ? path.at(-2) : path.at(-1);
  return { word: (word ?? '').replace(/^import_|_\d+$/g, ''), at: open, args: null };
}

/** Skips back over `<Params, Body>` between a callee and its parenthesis. */
function beforeTypeArguments(code: string, end: number): number {
  if (code[end - 1] !== '>' || code[end - 2] === '=') return end;
  let depth = 0;
  for (let i = end - 1; i >= Math.max(0, end - 1000); i--) {
    if (code[i] === '>' && code[i - 1] !== '=') depth++;
    else if (code[i] === '<' && --depth === 0) return skipSpaceBack(code, i);
  }
  return end;
}
