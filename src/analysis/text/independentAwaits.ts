/**
 * Whether the text shows that an `await` on one line needs nothing of an earlier one in the same block:
 *
 *     const user = await loadUser(id);        31
 *     const day = today();
 *     const orders = await loadOrders(id);    34   true: nothing of it names `user`
 *
 * False wherever the text does not tell: other shapes than a declaration for each (the second may be
 * returned), anything but declarations between them, a name of the first in what follows, and words that
 * speak of an order, such as `insert`, `login`, `commit` or `client.query`.
 *
 * @param text of the whole file, @param code the same masked (see maskCode.ts); lines are 1-based
 */
export function areAwaitsIndependent(
  text: string,
  code: string,
  firstLine: number,
  secondLine: number,
): boolean {
  const first = declarationWith(code, onlyAwait(code, firstLine));
  const second = onlyAwait(code, secondLine);
  if (!first || second === null || second < first.end) return false;
  const later = declarationWith(code, second) ?? returnOf(code, second);
  if (!later || later.start < first.end) return false;
  const between = code.slice(first.end, later.start);
  if (!isDeclarations(between)) return false;
  const names = new Set(first.binding.match(word));
  const after = code.slice(first.end, later.end).replace(property, '').match(word) ?? [];
  if (names.size === 0 || after.some((each) => names.has(each))) return false;
  const expressions = [first, later].map(({ awaited, end }) => text.slice(awaited, end));
  return !expressions.some(speaksOfOrder);
}

/** Offsets; `end` is exclusive. */
interface AwaitStatement {
  start: number;
  /** The names that it declares, as text; empty for `return`. */
  binding: string;
  /** Offset of the `await`. */
  awaited: number;
  end: number;
}

const word = /[\w$\u0080-\uffff]+/g;
/** `.rows`, but not `...rows`. */
const property = /(?<!\.)\.\s*[\w$]+/g;
/** No statement that somebody reads is longer. */
const maxHead = 400;
const maxExpression = 4_000;

/** The offset of the `await` on a line; null if there is none or another one. */
function onlyAwait(code: string, line: number): number | null {
  let start = 0;
  for (let at = 1; at < line; at++) {
    start = code.indexOf('\n', start) + 1;
    if (start === 0) return null;
  }
  const end = code.indexOf('\n', start);
  const found = [...code.slice(start, end < 0 ? code.length : end).matchAll(/\bawait\b/g)];
  return found.length === 1 ? start + found[0]!.index : null;
}

/** `const … = await …` */
function declarationWith(code: string, at: number | null): AwaitStatement | null {
  if (at === null) return null;
  const from = Math.max(0, at - maxHead);
  const head = /(?:^|[;{}\n])\s*(?:const|let|var)\s+([^;=]+)=\s*(\(?)\s*$/.exec(
    code.slice(from, at),
  );
  if (!head) return null;
  const end = expressionEnd(code, at, head[2] === '(');
  return end === null
    ? null
    : { start: from + head.index + 1, binding: head[1]!, awaited: at, end };
}

function returnOf(code: string, at: number): AwaitStatement | null {
  const from = Math.max(0, at - maxHead);
  const head = /[;{}\n]\s*return\s+(\(?)\s*$/.exec(code.slice(from, at));
  const end = head && expressionEnd(code, at, head[1] === '(');
  return end === null ? null : { start: from + head!.index + 1, binding: '', awaited: at, end };
}

/** A line that begins so goes on with the expression of the line before. */
const goesOn = /^\s*(?:[.?:+\-*/%&|^=<>,([`]|!=|(?:instanceof|in|as|satisfies)\b)/;

/** Null if it is not one expression up to the end of its statement. */
function expressionEnd(code: string, from: number, isInParenthesis: boolean): number | null {
  let depth = isInParenthesis ? 1 : 0;
  for (let at = from; at <= from + maxExpression; at++) {
    const char = code[at];
    if (char === undefined) return depth === 0 ? at : null;
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) {
      if (depth === 0) return char === '}' ? at : null;
      depth--;
    } else if (depth > 0) continue;
    else if (char === ';') return at;
    // Another declaration of the same statement, or a choice by the result.
    else if (char === ',' || (char === '?' && code[at + 1] !== '.')) return null;
    else if (char === '\n' && !goesOn.test(code.slice(at + 1, at + 200))) return at;
  }
  return null;
}

/** Declarations run on whatever the first await gave; other statements may end or change what follows. */
function isDeclarations(code: string): boolean {
  if (notBetween.test(code)) return false;
  let rest = code;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, '·');
  }
  if (/[()[\]{}]/.test(rest)) return false;
  const statements = rest.split(/;|\n(?!\s*[.?:+\-*/%&|^=<>,])/);
  return statements.every((each) => /^\s*(?:$|(?:const|let|var)\s)/.test(each));
}

const notBetween =
  /\b(?:if|else|for|while|do|switch|case|try|catch|finally|return|throw|break|continue|await|yield|function|class)\b|=>/;

/** Work whose order matters, or that is to be waited for on purpose. */
const orderWords = new Set(
  [
    'insert update delete del remove save create write set add put post patch push pop shift send emit',
    'publish begin start commit rollback transaction trx tx lock unlock acquire release connect close',
    'end flush next auth authenticate authorize authorise login logout verify check ensure validate',
    'require assert guard sleep delay pause timeout wait backoff retry init migrate seed upsert merge',
    'truncate drop alter increment decrement incr decr exec replace register enqueue dequeue consume',
    'client conn connection session cursor stream reader iterator',
  ].flatMap((each) => each.split(' ')),
);

/** By the words of its names and texts: `saveOrder`, `INSERT INTO`. */
function speaksOfOrder(expression: string): boolean {
  const words = expression.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return words.some((each) => orderWords.has(each.toLowerCase()));
}
