import * as vscode from 'vscode';
import { DisposableStore } from './core/disposableStore.ts';

export type CommandTable = Record<`hotframe.${string}`, (...args: never[]) => unknown>;

/**
 * Registers commands. An unexpected error is logged with its stack, and shown as a sentence.
 * @param isSaid whether the person has seen the error already
 */
export function registerCommands(
  table: CommandTable,
  log: vscode.LogOutputChannel,
  isSaid: (error: unknown) => boolean,
): vscode.Disposable {
  const store = new DisposableStore();
  for (const [name, act] of Object.entries(table)) {
    store.add(
      vscode.commands.registerCommand(name, async (...args: never[]) => {
        try {
          await act(...args);
        } catch (error) {
          logFailed(name, error, log);
          if (!isSaid(error)) sayFailed(error, log);
        }
      }),
    );
  }
  return store;
}

function logFailed(name: string, error: unknown, log: vscode.LogOutputChannel): void {
  log.error(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

function sayFailed(error: unknown, log: vscode.LogOutputChannel): void {
  const sentence = error instanceof Error ? error.message : String(error);
  // Not awaited: the command has ended.
  void vscode.window
    .showErrorMessage(`Hotframe could not do that: ${sentence}`, 'Show Log')
    .then((choice) => {
      if (choice) log.show();
    });
}
