import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { LaunchSources } from './findLaunches.ts';

/** What the workspace folder and the editor hold for finding launches. */
export function launchSources(folder: vscode.WorkspaceFolder): LaunchSources {
  const document = vscode.window.activeTextEditor?.document;
  return {
    folder: folder.uri.fsPath,
    manifest: readManifest(folder.uri.fsPath),
    // Parsed by VS Code, comments and all.
    configurations:
      vscode.workspace.getConfiguration('launch', folder.uri).get<unknown[]>('configurations') ??
      [],
    activeFile: document?.uri.scheme === 'file' ? document.uri.fsPath : null,
    exists: existsSync,
  };
}

function readManifest(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    // None is as good an answer as any.
    return null;
  }
}
