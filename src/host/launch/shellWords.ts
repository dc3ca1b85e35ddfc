/** A command line taken apart, without a shell. */
export interface ShellWords {
  words: string[];
  /** What only a shell could do with it (a pipe, a variable); null where nothing is. */
  needsShell: string | null;
}

/**
 * Knows quotes and backslashes as the shells of the platform do, on Windows cmd and PowerShell;
 * everything else that a shell would act on is told, never guessed.
 */
export function shellWords(text: string, platform: string): ShellWords {
  return platform === 'win32' ? windowsWords(text) : posixWords(text);
}

function posixWords(text: string): ShellWords {
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
 * A backslash parts folders; only before a `"` it makes that a sign as any other. Single quotes are
 * PowerShell's, and a sign as any other within a word: `C:\O'Neil`.
 */
function windowsWords(text: string): ShellWords {
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

/** The command as a person would type it. */
export function commandText(command: readonly string[], platform: string): string {
  const isWindows = platform === 'win32';
  const plain = isWindows ? /^[\w@%+=:,./\\~-]+$/ : /^[\w@%+=:,./-]+$/;
  const quoted = isWindows
    ? (word: string) => `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`
    : (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
  return command.map((word) => (plain.test(word) ? word : quoted(word))).join(' ');
}
