import {
  openBefore,
  readCall,
  skipSpaceBack,
  wordBefore,
  type Call,
  type SourceText,
} from '../text/callText.ts';
import { literalText } from './literalText.ts';
import { functionEnd } from '../text/functionEnd.ts';
import { routeOfCall, routeOfObject, routeText } from './routes.ts';

/** The original of a word in the script's text, or null if unknown. */
export type OriginalWord = (offset: number, word: string) => string | null;

/**
 * Names an anonymous function after its surroundings, mostly what it is passed to. The name has a
 * space or parentheses, so that it is not taken for a name in the code; only an assigned function
 * gets the plain name of its variable.
 *
 *     app.get('/x', (req, res) => …)     GET /x
 *     lines.map((line) => …)             map callback
 *     new Promise((resolve) => …)        new Promise executor
 *     __name((n) => …, "limit")          limit
 *     const limit = (n) => () => …       returned by limit
 *     (() => …)()                        (iife)
 *
 * It looks at some thousand characters before the function.
 * @param start where V8 begins the function: at its parameters, or at `async` of an arrow function
 * @returns null if the text does not say
 */
export function givenName(
  source: SourceText,
  start: number,
  originalWord: OriginalWord,
): string | null {
  return new Namer(source, originalWord).anonymous(start, 0);
}

/** The route of a function that is the `handler` in a route's object; null for others. */
export function routeOfHandler(source: SourceText, start: number): string | null {
  const { code } = source;
  let key = skipSpaceBack(code, headOf(code, start));
  if (code[key - 1] === ':') key = skipSpaceBack(code, key - 1);
  const brace = openBefore(code, key);
  if (code[brace] !== '{') return null;
  const open = openingCall(code, brace);
  const call = open < 0 ? null : readCall(source, open);
  if (!call || call.callee.length < 2) return null;
  const isObject = call.callee.at(-1)!.word === 'route';
  const route = isObject
    ? routeOfObject(source, { start: brace, end: code.length })
    : routeOfCall(source, call);
  return route && routeText(route);
}

const maxSteps = 12;

/** Compilers put the body of an async function into a generator that is passed to one of these. */
const asyncHelpers = /^_*(?:awaiter|async|asyncToGenerator|async_to_generator|asyncGenerator)$/;
const listeners = new Set(
  'on once addListener prependListener prependOnceListener addEventListener'.split(' '),
);
const arrayMethods = new Set(
  'map forEach filter find findIndex findLast some every flatMap reduce reduceRight sort toSorted from'.split(
    ' ',
  ),
);

class Namer {
  readonly #code: string;

  constructor(
    private readonly source: SourceText,
    private readonly originalWord: OriginalWord,
  ) {
    this.#code = source.code;
  }

  anonymous(start: number, steps: number): string | null {
    return this.#valueAt(headOf(this.#code, start), start, steps);
  }

  /** Names the function by the text before `head`, where it or parentheses around it begin. */
  #valueAt(head: number, start: number, steps: number): string | null {
    const code = this.#code;
    if (steps > maxSteps) return null;
    const end = skipSpaceBack(code, head);
    switch (code[end - 1] ?? '') {
      case '(':
      case ',':
        return this.#elementOf(openBefore(code, end), head, start, steps);
      case '[':
        return this.#elementOf(end - 1, head, start, steps);
      case '=':
        return this.#assigned(end - 1);
      case '>':
        return code[end - 2] === '=' ? this.#returnedBy(this.#arrow(end - 2, steps)) : null;
      case '!':
      case '+':
      case '-':
      case '~':
      case ';':
        return isCalled(code, start) ? '(iife)' : null;
    }
    switch (wordBefore(code, end).word) {
      case 'return':
        return this.#returnedBy(this.#enclosing(end, steps));
      case 'void':
      case 'await':
        return isCalled(code, start) ? '(iife)' : null;
    }
    return null;
  }

  #elementOf(open: number, head: number, start: number, steps: number): string | null {
    const code = this.#code;
    if (code[open] === '[') {
      // A list of handlers is named after what it is passed to.
      const before = code[skipSpaceBack(code, open) - 1];
      return before === '(' || before === ',' ? this.#valueAt(open, start, steps + 1) : null;
    }
    if (code[open] !== '(') return null;
    const kept = this.#keptName(open);
    if (kept !== null) return kept;
    const call = this.#readCall(open, head);
    if (call) return this.#argumentOf(call, steps);
    if (code.slice(open + 1, head).trim() !== '') return null;
    return isCalled(code, start) ? '(iife)' : this.#valueAt(open, start, steps + 1);
  }

  /**
   * The second argument of esbuild's `__name(() => …, "limit")`, which tsx adds when it compiles.
   */
  #keptName(open: number): string | null {
    const { word } = wordBefore(this.#code, skipSpaceBack(this.#code, open));
    if (!/^__name\d*$/.test(word) && !isNameKeeper(this.source.text, word)) return null;
    const [, name, ...more] = readCall(this.source, open)?.args ?? [];
    return (name && more.length === 0 && literalText(this.source, name)) || null;
  }

  #argumentOf(call: Call, steps: number): string | null {
    const { source } = this;
    const { word } = call.callee.at(-1)!;
    if (word === '') return null;
    if (call.callee.length === 1 && asyncHelpers.test(word)) return this.#around(call.start, steps);
    if (call.isNew) return word === 'Promise' ? 'new Promise executor' : `new ${word} callback`;
    const route = routeOfCall(source, call);
    if (route) return routeText(route);
    const [first] = call.args;
    const literal = first ? literalText(source, first) : null;
    if (literal && listeners.has(word)) return `${literal} listener`;
    if (literal && word === 'addHook') return `${literal} hook`;
    const wrapped = arrayMethods.has(word) ? null : this.#routeAround(call.start);
    return wrapped === null ? `${word} callback` : `${wrapped} ${word} callback`;
  }

  /** In `app.get('/x', wrap(async (req, res) => …))`, the route comes from the outer call. */
  #routeAround(start: number): string | null {
    const code = this.#code;
    const before = code[skipSpaceBack(code, start) - 1];
    if (before !== ',' && before !== '(') return null;
    const open = openBefore(code, start);
    const outer = code[open] === '(' ? this.#readCall(open, start) : null;
    const route = outer && routeOfCall(this.source, outer);
    return route && routeText(route);
  }

  #readCall(open: number, upTo: number): Call | null {
    const call = readCall(this.source, open, upTo);
    // Builds keep names of members, but not of the first word.
    const root = call?.callee[0];
    if (root && root.word !== '') root.word = this.originalWord(root.at, root.word) ?? '';
    return call;
  }

  /** The name of what `… = ` before a function assigns to. */
  #assigned(equals: number): string | null {
    const code = this.#code;
    if (/[=!<>]/.test(code[equals - 1] ?? '')) return null;
    const target = skipSpaceBack(
      code,
      equals - (/(?:\|\||&&|\?\?)$/.exec(code.slice(equals - 2, equals))?.[0].length ?? 0),
    );
    const { word, start } = wordBefore(code, target);
    if (word === '' || /^\d/.test(word)) return null;
    return code[skipSpaceBack(code, start) - 1] === '.' ? word : this.originalWord(start, word);
  }

  #returnedBy(name: string | null): string | null {
    return name === null ? null : `returned by ${name.replace(/^returned by /, '')}`;
  }

  /** The name of the function that returns the expression at `start`. */
  #around(start: number, steps: number): string | null {
    const code = this.#code;
    const end = skipSpaceBack(code, start);
    if (code.endsWith('=>', end)) return this.#arrow(end - 2, steps);
    return wordBefore(code, end).word === 'return' ? this.#enclosing(end, steps) : null;
  }

  #arrow(arrow: number, steps: number): string | null {
    const code = this.#code;
    const end = skipSpaceBack(code, arrow);
    const start = code[end - 1] === ')' ? openBefore(code, end - 1) : wordBefore(code, end).start;
    if (start < 0 || start === end) return null;
    const { word, start: before } = wordBefore(code, skipSpaceBack(code, start));
    return this.#named(word === 'async' ? before : start, steps + 1);
  }

  /** The name of the function whose body contains `at`. */
  #enclosing(at: number, steps: number): string | null {
    const code = this.#code;
    let brace = openBefore(code, at);
    for (let blocks = 0; blocks < maxSteps && code[brace] === '{'; blocks++) {
      const end = skipSpaceBack(code, brace);
      if (code.endsWith('=>', end)) return this.#arrow(end - 2, steps);
      if (code[end - 1] === ')') {
        const open = openBefore(code, end - 1);
        const { word, start } = wordBefore(code, skipSpaceBack(code, open));
        if (!/^(?:if|for|while|switch|catch|with|await)$/.test(word)) {
          if (/^(?:function)?$/.test(word)) return this.#named(headOf(code, open), steps + 1);
          return this.originalWord(start, word);
        }
      }
      brace = openBefore(code, brace);
    }
    return null;
  }

  /** Like {@link anonymous}, but also for functions that V8 names after a property. */
  #named(head: number, steps: number): string | null {
    const code = this.#code;
    const colon = skipSpaceBack(code, head);
    if (code[colon - 1] !== ':') return this.#valueAt(head, head, steps);
    const { word, start } = wordBefore(code, skipSpaceBack(code, colon - 1));
    const before = code[skipSpaceBack(code, start) - 1];
    return word !== '' && (before === '{' || before === ',') ? word : null;
  }
}

/**
 * Whether `word` is the minified name of esbuild's `__name`, which is defined at the build's start.
 */
function isNameKeeper(text: string, word: string): boolean {
  if (word === '' || word.length > 2) return false;
  const at = text.indexOf(',"name",{value:');
  const helper = /([\w$]+)=\([\w$]+,[\w$]+\)=>[\w$]+\([\w$]+$/.exec(
    text.slice(Math.max(0, at - 60), at),
  );
  return helper?.[1] === word;
}

/** The start of a function expression, including `function` and `async`. */
function headOf(code: string, start: number): number {
  const before = code.slice(Math.max(0, start - 60), start);
  const keyword = /(?<![\w$.])(?:async\s+)?function\s*\*?\s*$/.exec(before);
  return start - (keyword?.[0].length ?? 0);
}

/** Whether the function at `start` is called immediately. */
function isCalled(code: string, start: number): boolean {
  const end = functionEnd(code, start);
  return end > start && /^[\s)]*(?:\(|\.(?:call|apply)\s*\()/.test(code.slice(end, end + 200));
}

/** The `(` of the call that gets an object, directly or in a list; -1 if there is none. */
function openingCall(code: string, brace: number): number {
  const open = openBefore(code, brace);
  if (code[open] === '[') return openingCall(code, open);
  return code[open] === '(' ? open : -1;
}
