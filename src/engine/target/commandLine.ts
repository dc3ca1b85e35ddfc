import { commandWithoutSecrets } from '../../shared/secretWords.ts';
import { outputOf } from './outputOf.ts';
import { textOf } from './procFiles.ts';

const shownCharacters = 120;

/** The command line of a process, cut to 120 characters, without secrets; empty where the system does not tell. */
export async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return shownCommand(wordsOf(pid));
  if (process.platform !== 'win32') {
    return shownCommand((await outputOf('ps', ['-p', `${pid}`, '-o', 'command='])).split(' '));
  }
  const row = await outputOf('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
  return shownCommand([/^"([^"]+)"/m.exec(row)?.[1] ?? '']);
}

/** The words of a process's command line (Linux only; else empty). */
export function wordsOf(pid: number): string[] {
  return textOf(`/proc/${pid}/cmdline`).replace(/\0+$/, '').split('\0');
}

/** Another program's command line may hold secrets too. */
export function shownCommand(words: readonly string[]): string {
  const command = commandWithoutSecrets(words).join(' ').trim();
  return command.length > shownCharacters ? `${command.slice(0, shownCharacters - 1)}…` : command;
}
