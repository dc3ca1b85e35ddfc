/**
 * The exclusive end of the function that starts at `start`, by the shape of its text. `code` is
 * masked (see maskCode.ts). V8 starts a function at its parameters, a source map near them. Returns
 * `start` if the text does not look like a function.
 */
export function functionEnd(code: string, start: number): number {
  let at = skipSpace(code, start);
  // Skips `async function* name<T>` or an arrow function's lone parameter, up to the parameters.
  const head = /^(?:[\w$#.*\s]|=(?!>))*/.exec(code.slice(at, at + 300))?.[0] ?? '';
  at += head.length;
  // A source map may place an arrow function at its parameter, inside the parenthesis.
  if (/^\)\s*=>/.test(code.slice(at, at + 20))) at = skipSpace(code, at + 1);
  if (code[at] === '<') at = skipSpace(code, afterTypeParameters(code, at));
  if (code[at] === '{') return closing(code, at);
  if (code[at] === '(') at = skipSpace(code, closing(code, at));
  if (code[at] === ':') at = afterType(code, at + 1);
  if (code[at] === '{') return closing(code, at);
  if (code.startsWith('=>', at)) {
    at = skipSpace(code, at + 2);
    return code[at] === '{' ? closing(code, at) : endOfExpression(code, at);
  }
  return start;
}

/** The offset after the bracket that closes the one at `open`. */
function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    const char = code[at]!;
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char) && --depth === 0) return at + 1;
  }
  return code.length;
}

function afterTypeParameters(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === '<') depth++;
    else if (code[at] === '>' && code[at - 1] !== '=' && --depth === 0) return at + 1;
    else if (code[at] === '(' || code[at] === '{') at = closing(code, at) - 1;
  }
  return open;
}

/** Skips a return type. A `{` where a type is expected is its own; any other begins the body. */
function afterType(code: string, from: number): number {
  let isOperandDue = true;
  for (let at = skipSpace(code, from); at < code.length; at = skipSpace(code, at)) {
    const char = code[at]!;
    if (code.startsWith('=>', at)) {
      // The type's own arrow, as in `(): (x) => T => …`, is not told apart here.
      return at;
    }
    if (char === '{' && !isOperandDue) return at;
    if (char === ';' || char === '}' || char === ')' || char === ',') return at;
    if ('{(['.includes(char)) {
      at = closing(code, at);
      isOperandDue = false;
    } else if (char === '<') {
      at = Math.max(at + 1, afterTypeParameters(code, at));
      isOperandDue = false;
    } else {
      const word = /^[\w$.]+/.exec(code.slice(at, at + 200))?.[0];
      isOperandDue = word === undefined || /^(?:is|asserts|keyof|typeof|readonly)$/.test(word);
      at += word?.length ?? 1;
    }
  }
  return code.length;
}

function endOfExpression(code: string, from: number): number {
  for (let at = from; at < code.length; at++) {
    const char = code[at]!;
    if ('([{'.includes(char)) at = closing(code, at) - 1;
    else if (')]},;'.includes(char)) return at;
    else if (char === '\n') {
      if (!goesOn(code, at)) return at;
      // Without this, each of many empty lines would be scanned to their end.
      at = skipSpace(code, at) - 1;
    }
  }
  return code.length;
}

/**
 * Whether an expression continues after the line break at `at`, by an operator before or after it.
 */
function goesOn(code: string, at: number): boolean {
  const before =
    code
      .slice(Math.max(0, at - 200), at)
      .trimEnd()
      .at(-1) ?? '';
  const after = code[skipSpace(code, at)] ?? '';
  return before === '' || '=>?:+-*/%&|^<!~.('.includes(before) || '?:+-*/%&|^<>=.'.includes(after);
}

function skipSpace(code: string, from: number): number {
  let at = from;
  while (at < code.length && /\s/.test(code[at]!)) at++;
  return at;
}
