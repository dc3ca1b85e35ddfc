import { chmodSync } from 'node:fs';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { hotLinesText } from '../lines/hotLinesText.ts';
import type { ListedRun } from '../../shared/savedRuns.ts';
import type { LanguageServer } from '../languageServer.ts';
import type { ShownProfile } from '../shownProfile.ts';

/** What can be taken out of a profile: files and text. */
export class ProfileExport {
  constructor(
    private readonly server: LanguageServer,
    private readonly profile: ShownProfile,
  ) {}

  /** What is shown, for `Open Profile…`, for teams, and for other viewers. */
  async saveProfile(): Promise<void> {
    if (!this.profile.current) return sayNothingToSave();
    await this.#saveRun(null, 'hotframe-profile.cpuprofile');
  }

  /** The same of a run that need not be shown. */
  async saveRun({ path, name, takenAt }: ListedRun): Promise<void> {
    const words = name === '' ? new Date(takenAt).toISOString().slice(0, 16) : name;
    const fileName = words.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
    await this.#saveRun(path, `hotframe-${fileName || 'run'}.cpuprofile`);
  }

  async #saveRun(path: string | null, fileName: string): Promise<void> {
    await save(fileName, { 'CPU profile': ['cpuprofile'] }, async (to) => {
      // The server writes it: a large one is too much to be sent here.
      if (to.scheme !== 'file') throw new Error('it has to be a file where the workspace is');
      const problem = await this.server.exportRun({ path, to: to.fsPath });
      if (problem !== null) throw new Error(problem);
    });
  }

  async savePage(): Promise<void> {
    const html = await this.server.page();
    if (html === null) return sayNothingToSave();
    await save('hotframe-profile.html', { 'Web page': ['html'] }, (to) => write(to, html));
  }

  async saveSvg(text: string): Promise<void> {
    await save('hotframe-flamegraph.svg', { Picture: ['svg'] }, (to) => write(to, text));
  }

  async copy(): Promise<void> {
    const profile = this.profile.current;
    if (!profile) return;
    const text = hotLinesText(profile, (file) => vscode.workspace.asRelativePath(file));
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage('$(clippy) The hot lines are in the clipboard', 5_000);
  }
}

function sayNothingToSave(): void {
  void vscode.window.showInformationMessage('There is no profile to save: run or open one first.');
}

function write(to: vscode.Uri, text: string): Thenable<void> {
  return vscode.workspace.fs.writeFile(to, Buffer.from(text));
}

async function save(
  name: string,
  filters: Record<string, string[]>,
  put: (to: vscode.Uri) => Thenable<void>,
): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog({
    filters,
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
  });
  if (!uri) return;
  try {
    await put(uri);
    // It holds source text.
    if (uri.scheme === 'file') chmodSync(uri.fsPath, 0o600);
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
