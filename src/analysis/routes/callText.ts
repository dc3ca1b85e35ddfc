/** A text and, of the same length, its code alone: strings and comments are blank (see placeLinesMask.ts). */
export interface SourceText {
  text: string;
  code: string;
}

/** Offsets; `end` is the one after the last character. */
export interface Span {
  start: number;
  end: number;
}

/** One step of what is called: `router`, or `route('/x')` of `router.route('/x').get(…)`. */
export interface CalleeStep {
  /** Empty where the step is no word: `(a || b).get(…)`, `list[0].get(…)`. */
  word: string;
  /** Offset of the word. */
  at: number;
  /** Null where the step itself is not called. */
  args: Span[] | null;
}

export interface Call {
  /** Offset of the callee, of `new` where there is one. */
  start: number;
  isNew: boolean;
  /** Outermost object first, what is called last; never empty. */
  callee: CalleeStep[];
  args: Span[];
}

/** How far back an opening bracket is looked for. */
const maxLookback = 20_000;

/** No callees, though a parenthesis may follow. */
const keywords = new Set(
  'if for while switch catch with return typeof void delete await yield in of case do else function throw'.split(
    ' ',
  ),
);

/**
 * The call whose arguments the `(` at `open` begins, of JavaScript or TypeScript; null where it is
 * another parenthesis. Arguments are read up to `upTo` or the end of the call.
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
    // `'text'.replace(…)`: what comes before the string is not the object.
    at = skipSpaceBack(code, object);
    if (withoutComments(text.slice(at, object)) !== '') break;
  }
  const [first] = callee;
  if (!first || (callee.length === 1 && keywords.has(first.word))) return null;
  const before = wordBefore(code, skipSpaceBack(code, at));
  // `function name(`: parameters.
  if (before.word === 'function' || code[skipSpaceBack(code, at) - 1] === '*') return null;
  // `new Hono().get(…)` makes an object and calls what it has.
  const isNew = before.word === 'new' && callee.slice(0, -1).every(({ args }) => args === null);
  return {
    start: before.word === 'new' ? before.start : at,
    isNew,
    callee,
    args: partsOf(code, open, upTo),
  };
}

/** What stands between the bracket at `open` and its end (or `upTo`), cut at the commas. */
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

/** The innermost bracket that is open before `at`; -1 where none is near. */
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

/** The offset after the last character before `at` that is no space. */
export function skipSpaceBack(code: string, at: number): number {
  let end = at;
  while (end > 0 && code.charCodeAt(end - 1) <= 32) end--;
  return end;
}

/** The word that ends at `end`; empty where there is none. */
export function wordBefore(code: string, end: number): { word: string; start: number } {
  let start = end;
  while (start > 0 && /[\w$#\u0080-\uffff]/.test(code[start - 1]!)) start--;
  return { word: code.slice(start, end), start };
}

/** Source text without the comments and spaces that it begins with, and spaces at its end. */
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

/** `(0, limit_1.default)`, as compilers write a call of what was imported. */
function importedStep(group: string, open: number): CalleeStep {
  const path = /^\(\s*0\s*,\s*([\w$.]+)\s*\)$/.exec(group)?.[1]?.split('.') ?? [];
  const word = path.at(-1) === 'default' ? path.at(-2) : path.at(-1);
  return { word: (word ?? '').replace(/^import_|_\d+$/g, ''), at: open, args: null };
}

/** Over `<Params, Body>` between a callee and its parenthesis. */
function beforeTypeArguments(code: string, end: number): number {
  if (code[end - 1] !== '>' || code[end - 2] === '=') return end;
  let depth = 0;
  for (let i = end - 1; i >= Math.max(0, end - 1000); i--) {
    if (code[i] === '>' && code[i - 1] !== '=') depth++;
    else if (code[i] === '<' && --depth === 0) return skipSpaceBack(code, i);
  }
  return end;
}
