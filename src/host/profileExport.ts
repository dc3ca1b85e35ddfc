import { basename } from 'node:path';
import * as vscode from 'vscode';
import { hotLinesText } from './hotLinesText.ts';
import type { LanguageServer } from './languageServer.ts';
import type { ShownProfile } from './shownProfile.ts';

/** What can be taken out of a profile: files and text. */
export class ProfileExport {
  constructor(
    private readonly server: LanguageServer,
    private readonly profile: ShownProfile,
  ) {}

  async savePage(): Promise<void> {
    const html = await this.server.page();
    if (html === null) {
      void vscode.window.showInformationMessage(
        'There is no profile to save: run or open one first.',
      );
      return;
    }
    await save('hotframe-profile.html', { 'Web page': ['html'] }, html);
  }

  async saveSvg(text: string): Promise<void> {
    await save('hotframe-flamegraph.svg', { Picture: ['svg'] }, text);
  }

  async copy(): Promise<void> {
    const profile = this.profile.current;
    if (!profile) return;
    const text = hotLinesText(profile, (file) => vscode.workspace.asRelativePath(file));
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage('$(clippy) The hot lines are in the clipboard', 5_000);
  }
}

async function save(name: string, filters: Record<string, string[]>, text: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog({
    filters,
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
  });
  if (!uri) return;
  try {
    await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`${basename(uri.fsPath)} could not be written: ${reason}`);
    return;
  }
  const choice = await vscode.window.showInformationMessage(
    `Saved ${basename(uri.fsPath)}. It holds source text and paths of your project: look before you share it.`,
    'Open Outside',
  );
  if (choice) await vscode.env.openExternal(uri);
}
