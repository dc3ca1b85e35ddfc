const opening: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Whether a place is run again and again by a loop of its own function: `for`, `while` or `do`. A callback, as of
 * `forEach`, is a function of its own.
 *
 * @param code of maskCode
 */
export function isInLoop(code: string, offset: number): boolean {
  // After the end of an earlier statement, what stands before does not hold this one.
  let isAfterStatement = false;
  for (let at = offset - 1; at >= 0; at--) {
    const char = code[at]!;
    if (char === ';') isAfterStatement = true;
    else if (char === '>' && code[at - 1] === '=' && !isAfterStatement) return false;
    else if (char in opening) {
      const open = openingOf(code, at);
      if (open < 0) return false;
      if (char === ')' && !isAfterStatement && isLoop(wordBefore(code, open))) return true;
      if (char === '}') isAfterStatement = true;
      at = open;
    } else if (char === '(') {
      if (wordBefore(code, at) === 'while') return true;
      // A list that a loop goes through is asked for once.
      if (wordBefore(code, at) === 'for') isAfterStatement = true;
    } else if (char === '{') {
      const block = blockAt(code, at);
      if (block !== 'plain') return block === 'loop';
      isAfterStatement = false;
    }
  }
  return false;
}

/** What an open brace begins. */
function blockAt(code: string, brace: number): 'loop' | 'function' | 'plain' {
  const before = code.slice(0, brace).trimEnd();
  if (before.endsWith('=>')) return 'function';
  if (!before.endsWith(')')) return /\bdo$/.test(before) ? 'loop' : 'plain';
  const open = openingOf(code, before.length - 1);
  if (open < 0) return 'function';
  const word = wordBefore(code, open);
  if (isLoop(word)) return 'loop';
  return /^(?:if|switch|catch|with)$/.test(word) ? 'plain' : 'function';
}

function isLoop(word: string): boolean {
  return word === 'for' || word === 'while';
}

/** The word before a bracket; `for await (` is `for`. */
function wordBefore(code: string, bracket: number): string {
  const before = code.slice(Math.max(0, bracket - 60), bracket);
  return /\b(for)\s+await\s*$/.exec(before)?.[1] ?? /([\w$]+)\s*$/.exec(before)?.[1] ?? '';
}

/** The bracket that a closing one belongs to; -1 if there is none. */
function openingOf(code: string, closing: number): number {
  const [close, open] = [code[closing]!, opening[code[closing]!]];
  let depth = 0;
  for (let at = closing; at >= 0; at--) {
    if (code[at] === close) depth++;
    else if (code[at] === open && --depth === 0) return at;
  }
  return -1;
}
