import * as vscode from 'vscode';
import { registerCommands } from './commands.ts';
import { Host } from './host.ts';
import { hasSavedRun } from './runs/savedRuns.ts';

let host: Host | null = null;

/** Only wires. The language server starts with the first command, or at once if a run is saved. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Hotframe', { log: true });
  const made = new Host(context, log);
  host = made;
  const commands = registerCommands(made.commands, log, (error) => made.server.hasDied(error));
  context.subscriptions.push(log, made, commands);
  if (hasSavedRun(context.storageUri)) {
    made.server.start().catch((error: unknown) => log.error(`Starting: ${String(error)}`));
  }
}

/** Ending the server ends a run that is under way. */
export async function deactivate(): Promise<void> {
  await host?.server.end();
  host = null;
}
