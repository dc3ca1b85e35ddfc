export interface Shell {
  name: RegExp;
  /** The shell's options before the command line. */
  options: string[];
  /** Matches the program of a command line that has arguments; one of the groups holds it. */
  program: RegExp;
  quote(word: string): string;
}

export const posixShell: Shell = {
  name: /^(?:ba|da|z)?sh$/,
  options: ['-c'],
  program: /^\s*(?:exec\s+)?(?:"([^"$`\\]+)"|'([^']+)'|([^\s"'$`\\;&|<>()]+))(?=\s+[^\s;&|<>])/,
  quote: (word) => `'${word.replaceAll("'", `'\\''`)}'`,
};

/** The whole line is in quotes, which cmd removes. */
const windowsShell: Shell = {
  name: /^cmd(?:\.exe)?$/i,
  options: ['/d', '/s', '/c'],
  program: /^"\s*(?:"([^"%]+)"|([^\s"%^&|<>()]+))(?=\s+[^\s"&|<>]|\s+"[^"])/,
  quote: (word) => `"${word}"`,
};

export interface StartedShell {
  shell: Shell;
  line: string;
  /** The shell's arguments with another line. */
  wordsWith(line: string): string[];
}

/** Null if the program is no shell that is given a command line. */
export function startedShell(file: string, words: readonly string[]): StartedShell | null {
  const program = file.replace(/^.*[\\/]/, '');
  const shell = [posixShell, windowsShell].find(({ name }) => name.test(program));
  if (!shell || shell.options.some((word, i) => word !== words[i])) return null;
  const { length } = shell.options;
  return {
    shell,
    line: words[length] ?? '',
    wordsWith: (line) => [...shell.options, line, ...words.slice(length + 1)],
  };
}
