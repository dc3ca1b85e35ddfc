/** A command line split into words without a shell. */
export interface ShellText {
  words: string[];
  /** Syntax that only a shell can handle (a pipe, a variable); null if there is none. */
  needsShell: string | null;
}

/**
 * Splits like the platform's shells, which on Windows are cmd and PowerShell: it knows quotes and
 * backslashes. Everything else that a shell would interpret is reported, never guessed.
 */
export function shellWords(text: string, platform: string): ShellText {
  return platform === 'win32' ? windowsText(text) : posixText(text);
}

function posixText(text: string): ShellText {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let index = 0; index < text.length; index++) {
    const char = text[index]!;
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (quote === '"' && (char === '$' || char === '`')) return { words, needsShell: char };
      else if (quote === '"' && char === '\\' && /["\\$`]/.test(text[index + 1] ?? '')) {
        word += text[++index]!;
      } else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (/[|;&<>$`()*?]/.test(char)) {
      return { words, needsShell: char };
    } else if (char === '\\' && index + 1 < text.length) {
      word = (word ?? '') + text[++index]!;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (quote !== '') return { words, needsShell: quote };
  if (word !== null) words.push(word);
  return { words, needsShell: null };
}

/**
 * A backslash separates folders, and only escapes a `"`. Single quotes quote as in PowerShell, but
 * are plain characters within a word: `C:\O'Neil`.
 */
function windowsText(text: string): ShellText {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let index = 0; index < text.length; index++) {
    const char = text[index]!;
    const variable = /^%\w+%/.exec(text.slice(index, index + 100))?.[0];
    if (quote === "'") {
      if (char === quote) quote = '';
      else word += char;
    } else if (variable !== undefined) {
      return { words, needsShell: variable };
    } else if (char === '$' || char === '`') {
      return { words, needsShell: char };
    } else if (char === '"') {
      quote = quote === '' ? char : '';
      word ??= '';
    } else if (char === '\\' && /^\\+"/.test(text.slice(index))) {
      const backslashes = /^\\+/.exec(text.slice(index))![0].length;
      const isSign = backslashes % 2 === 1;
      word = `${word ?? ''}${'\\'.repeat(Math.floor(backslashes / 2))}${isSign ? '"' : ''}`;
      index += backslashes - (isSign ? 0 : 1);
    } else if (quote !== '') {
      word += char;
    } else if (char === "'" && /(?:^|[\s=:])$/.test(text.slice(0, index))) {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (/[|;&<>^()]/.test(char)) {
      return { words, needsShell: char };
    } else {
      word = (word ?? '') + char;
    }
  }
  if (quote !== '') return { words, needsShell: quote };
  if (word !== null) words.push(word);
  return { words, needsShell: null };
}

export function commandText(command: readonly string[], platform: string): string {
  const isWindows = platform === 'win32';
  const plain = isWindows ? /^[\w@%+=:,./\\~-]+$/ : /^[\w@%+=:,./-]+$/;
  const quoted = isWindows
    ? (word: string) => `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`
    : (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
  return command.map((word) => (plain.test(word) ? word : quoted(word))).join(' ');
}
