import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { textOfFile } from '../core/textOfFile.ts';
import type { LaunchSources } from './findLaunches.ts';

/** Collects the input for finding launches from the workspace folder and the editor. */
export function launchSources(folder: vscode.WorkspaceFolder): LaunchSources {
  const document = vscode.window.activeTextEditor?.document;
  return {
    folder: folder.uri.fsPath,
    manifest: textOfFile(join(folder.uri.fsPath, 'package.json')),
    // VS Code has parsed it, comments included.
    configurations:
      vscode.workspace.getConfiguration('launch', folder.uri).get<unknown[]>('configurations') ??
      [],
    activeFile: document?.uri.scheme === 'file' ? document.uri.fsPath : null,
    exists: existsSync,
    readText: textOfFile,
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
