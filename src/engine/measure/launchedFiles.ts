import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { readScripts } from '../packageJson.ts';

/** A command with the folder that it runs in. */
export interface CommandIn {
  command: readonly string[];
  cwd: string;
}

/**
 * Files that a command starts and that the copy does not have, while they are where it is known to
 * work: what a build makes. Absolute, in the copy. Words are taken as they are, without a shell; of
 * `npm start` and its like, those of the script.
 */
export function missingFiles(copy: CommandIn, home: CommandIn): string[] {
  const script = scriptWords(copy);
  const words = [...copy.command.slice(1), ...script];
  const homeWords = [...home.command.slice(1), ...script];
  return words
    .map((word, index) => [resolve(copy.cwd, word), resolve(home.cwd, homeWords[index]!)] as const)
    .filter((_, index) => !words[index]!.startsWith('-') && !/[\s*]/.test(words[index]!))
    .filter(([file, homeFile]) => isFile(homeFile) && !isFile(file))
    .map(([file]) => file);
}

const packageManagers = /^(?:npm|pnpm|yarn|bun)(?:\.cmd|\.exe)?$/;

/** Empty where the script may make its files itself. */
function scriptWords({ command, cwd }: CommandIn): string[] {
  const [program = '', ...words] = command;
  if (!packageManagers.test(basename(program))) return [];
  const plain = words.filter((word) => !word.startsWith('-'));
  const name = plain[0] === 'run' || plain[0] === 'run-script' ? plain[1] : plain[0];
  const scripts = readScripts(cwd);
  const text = name === undefined ? undefined : scripts[name];
  if (typeof text !== 'string' || `pre${name}` in scripts || /[;&|]/.test(text)) return [];
  return text
    .split(/\s+/)
    .slice(1)
    .map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
}

/** As Node.js finds it: also `dist/server` for `dist/server.js`. */
function isFile(path: string): boolean {
  return ['', '.js', '.cjs', '.mjs', '/index.js'].some((end) => {
    const file = path + end;
    return existsSync(file) && statSync(file).isFile();
  });
}
