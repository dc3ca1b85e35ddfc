import { existsSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { readScripts } from '../files/packageJson.ts';

export interface CommandIn {
  command: readonly string[];
  cwd: string;
}

/**
 * Absolute paths of files that a command starts and that only the user's folder has, not the copy:
 * the products of a build. Words are taken literally, without a shell; of `npm start` and the like,
 * the words of the script.
 */
export function missingFiles(copy: CommandIn, home: CommandIn): string[] {
  const script = scriptText(copy);
  const words = [...copy.command.slice(1), ...script];
  const homeText = [...home.command.slice(1), ...script];
  return words
    .map((word, index) => [resolve(copy.cwd, word), resolve(home.cwd, homeText[index]!)] as const)
    .filter((_, index) => !words[index]!.startsWith('-') && !/[\s*]/.test(words[index]!))
    .filter(([file, homeFile]) => isFile(homeFile) && !isFile(file))
    .map(([file]) => file);
}

const packageManagers = /^(?:npm|pnpm|yarn|bun)(?:\.cmd|\.exe)?$/;

/** Empty if the script may make its files itself. */
function scriptText({ command, cwd }: CommandIn): string[] {
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

/** Resolves like Node.js: `dist/server` also means `dist/server.js`. */
function isFile(path: string): boolean {
  return ['', '.js', '.cjs', '.mjs', '/index.js'].some((end) => {
    const file = path + end;
    return existsSync(file) && statSync(file).isFile();
  });
}
