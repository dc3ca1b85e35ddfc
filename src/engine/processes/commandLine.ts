import { basename } from 'node:path';
import { redactedCommand } from '../../shared/secretText.ts';
import { outputOf } from './outputOf.ts';
import { textOf } from './procFiles.ts';

const shownCharacters = 120;

/** The command line of a process, redacted and cut to 120 characters; empty if the system does not tell. */
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

/** The words of a process's command line; empty except on Linux. */
export function wordsOf(pid: number): string[] {
  return textOf(`/proc/${pid}/cmdline`).replace(/\0+$/, '').split('\0');
}

/** The variables that a process was started with; none except on Linux. */
export function environmentOf(pid: number): Record<string, string> {
  const pairs = textOf(`/proc/${pid}/environ`).split('\0');
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : [];
    }),
  );
}

/** Splits a Windows command line: `"C:\Program Files\nodejs\node.exe" server.js` has two words. */
export function windowsText(line: string): string[] {
  return (line.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

/** Options that load a module before the script, such as the compiler of `tsx`. The next word is their value. */
const preloads = new Set(['-r', '--require', '--import', '--loader', '--experimental-loader']);

/** The words that tell a Node.js process from others: without the binary's folders and preloaded modules. */
export function plainText([program = '', ...words]: readonly string[]): string[] {
  const told = words.filter(
    (word, at) => !preloads.has(word.split('=')[0]!) && !preloads.has(words[at - 1] ?? ''),
  );
  // A process that has set its title has all of it in one word, paths included.
  return [program.includes(' ') ? program : basename(program), ...told];
}

export function shownCommand(words: readonly string[]): string {
  const command = redactedCommand(words).join(' ').trim();
  return command.length > shownCharacters ? `${command.slice(0, shownCharacters - 1)}…` : command;
}
