import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { scenarioFile } from '../../shared/scenario.ts';
import { scenarioStarter, type StarterOptions } from './scenarioStarter.ts';

/** Opens the folder's scenario file. Writes it from `options` first if there is none. */
export async function openScenarioFile(
  folder: vscode.WorkspaceFolder,
  options: StarterOptions,
): Promise<void> {
  const path = join(folder.uri.fsPath, scenarioFile);
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, scenarioStarter(options), { flag: 'wx' });
  }
  await vscode.window.showTextDocument(vscode.Uri.file(path));
}
