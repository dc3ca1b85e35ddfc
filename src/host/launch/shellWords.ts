/** A command line taken apart, without a shell. */
export interface ShellWords {
  words: string[];
  /** What only a shell could do with it (a pipe, a variable); null where nothing is. */
  needsShell: string | null;
}

/** Knows quotes and backslashes; everything else that a shell would act on is told, never guessed. */
export function shellWords(text: string): ShellWords {
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

/** The command as a person would type it. */
export function commandText(command: readonly string[]): string {
  return command.map((word) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word}'`)).join(' ');
}
