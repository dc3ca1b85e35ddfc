import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { LaunchSources } from './findLaunches.ts';

/** What the workspace folder and the editor hold for finding launches. */
export function launchSources(folder: vscode.WorkspaceFolder): LaunchSources {
  const document = vscode.window.activeTextEditor?.document;
  return {
    folder: folder.uri.fsPath,
    manifest: readText(join(folder.uri.fsPath, 'package.json')),
    // Parsed by VS Code, comments and all.
    configurations:
      vscode.workspace.getConfiguration('launch', folder.uri).get<unknown[]>('configurations') ??
      [],
    activeFile: document?.uri.scheme === 'file' ? document.uri.fsPath : null,
    exists: existsSync,
    readText,
    foldersIn,
    folders: Object.fromEntries(
      (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => [name, uri.fsPath]),
    ),
    environment: process.env,
    setting: (name) => vscode.workspace.getConfiguration(undefined, folder.uri).get<unknown>(name),
    platform: process.platform,
  };
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // None is as good an answer as any.
    return null;
  }
}
