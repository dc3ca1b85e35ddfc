import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { LanguageServer } from '../languageServer.ts';

/** Asks for a saved run and opens it; true where it is shown. */
export async function openProfile(
  server: LanguageServer,
  log: vscode.LogOutputChannel,
): Promise<boolean> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: 'Open Profile',
      openLabel: 'Open Profile',
      filters: { 'Profiles of Hotframe': ['cpuprofile'] },
      ...(folder ? { defaultUri: folder } : {}),
    })) ?? [];
  if (!uri) return false;
  const { problem } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: `Opening ${basename(uri.fsPath)}…` },
    () => server.open(uri.fsPath),
  );
  if (problem === null) return true;
  log.warn(`${uri.fsPath}: ${problem}`);
  const choice = await vscode.window.showErrorMessage(problem, 'Open Another…');
  return choice ? openProfile(server, log) : false;
}
