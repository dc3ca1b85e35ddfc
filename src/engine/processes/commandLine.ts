import { basename } from 'node:path';
import { redactedCommand } from '../../shared/secretWords.ts';
import { outputOf } from './outputOf.ts';
import { textOf } from './procFiles.ts';

const shownCharacters = 120;

/** The command line of a process, cut to 120 characters, without secrets; empty where the system does not tell. */
export async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return shownCommand(wordsOf(pid));
  if (process.platform !== 'win32') {
    return shownCommand(
      (await outputOf('ps', ['-ww', '-p', `${pid}`, '-o', 'command='])).split(' '),
    );
  }
  const row = await outputOf('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
  return shownCommand([/^"([^"]+)"/m.exec(row)?.[1] ?? '']);
}

/** The words of a process's command line (Linux only; else empty). */
export function wordsOf(pid: number): string[] {
  return textOf(`/proc/${pid}/cmdline`).replace(/\0+$/, '').split('\0');
}

/** The words of a command line of Windows: `"C:\Program Files\nodejs\node.exe" server.js` has two. */
export function windowsWords(line: string): string[] {
  return (line.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

/** Options that load something before the script, such as the compiler of `tsx`; their value is the next word. */
const preloads = new Set(['-r', '--require', '--import', '--loader', '--experimental-loader']);

/** Of the words of a Node.js process those that tell it from others: without folders of the binary and what is loaded before the script. */
export function plainWords([program = '', ...words]: readonly string[]): string[] {
  const told = words.filter(
    (word, at) => !preloads.has(word.split('=')[0]!) && !preloads.has(words[at - 1] ?? ''),
  );
  // A process that has given itself a title has all of it in one word, paths too.
  return [program.includes(' ') ? program : basename(program), ...told];
}

/** Another program's command line may hold secrets too. */
export function shownCommand(words: readonly string[]): string {
  const command = redactedCommand(words).join(' ').trim();
  return command.length > shownCharacters ? `${command.slice(0, shownCharacters - 1)}…` : command;
}
