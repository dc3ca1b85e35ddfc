import { chmodSync } from 'node:fs';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import {
  saveFormatOf,
  saveFormats,
  type SaveFormat,
  type SaveFormatText,
} from '../../shared/saveFormats.ts';
import { overlaySettings } from '../core/settings.ts';
import { hotLinesText } from '../lines/hotLinesText.ts';
import type { ListedRun } from '../../shared/savedRuns.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import type { LoadedProfile } from '../core/loadedProfile.ts';
import { showList } from '../core/showList.ts';

export class ProfileExport {
  constructor(
    private readonly server: LanguageServer,
    private readonly profile: LoadedProfile,
  ) {}

  /** Saves the shown profile in a format that the person chooses. */
  async saveProfile(): Promise<void> {
    if (!this.profile.current) return sayNothingToSave();
    const format = await pickFormat('Save Profile As');
    if (format) await this.#saveRun(null, 'hotframe-profile', format);
  }

  async savePage(): Promise<void> {
    if (!this.profile.current) return sayNothingToSave();
    await this.#saveRun(null, 'hotframe-profile', 'html');
  }

  /** Saves a run that need not be the shown one. */
  async saveRun({ path, name, takenAt }: ListedRun): Promise<void> {
    const words = name === '' ? new Date(takenAt).toISOString().slice(0, 16) : name;
    const fileName = words.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
    const format = await pickFormat('Export Run');
    if (format) await this.#saveRun(path, `hotframe-${fileName || 'run'}`, format);
  }

  async #saveRun(path: string | null, fileName: string, picked: SaveFormat): Promise<void> {
    const { title, suffixes } = wordsOf(picked);
    // Dialogs look only after the last dot and would add the rest of the suffix again.
    const filters = { [title]: suffixes.map((suffix) => suffix.replace(/^.*\./, '')) };
    await save(`${fileName}${suffixes[0]}`, filters, async (to) => {
      // The server writes the file, since a large profile is too much to be sent here.
      if (to.scheme !== 'file') throw new Error('it has to be a file where the workspace is');
      // The name's ending decides, so that other programs recognize the file.
      const format = saveFormatOf(to.path) ?? picked;
      const { problem } = await this.server.ask('exportRun', { path, to: to.fsPath, format });
      if (problem !== null) throw new Error(problem);
      return format;
    });
  }

  async saveSvg(text: string): Promise<void> {
    await save('hotframe-flamegraph.svg', { Picture: ['svg'] }, async (to) => {
      await vscode.workspace.fs.writeFile(to, Buffer.from(text));
      return 'svg';
    });
  }

  async copy(): Promise<void> {
    const profile = this.profile.current;
    if (!profile) return;
    const text = hotLinesText(profile, overlaySettings(), (file) =>
      vscode.workspace.asRelativePath(file),
    );
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage('$(clippy) The hot lines are in the clipboard', 5_000);
  }
}

async function pickFormat(title: string): Promise<SaveFormat | null> {
  const items = saveFormats.map(({ format, title: label, suffixes, readers }) => ({
    label,
    description: suffixes[0],
    detail: `For ${readers}`,
    format,
  }));
  const choice = await showList(items, {
    title,
    placeHolder: 'What is going to read it?',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return choice?.format ?? null;
}

function sayNothingToSave(): void {
  void vscode.window.showInformationMessage('There is no profile to save: run or open one first.');
}

function wordsOf(format: SaveFormat): SaveFormatText {
  return saveFormats.find((each) => each.format === format)!;
}

/** @param put writes the file and gives its format */
async function save(
  name: string,
  filters: Record<string, string[]>,
  put: (to: vscode.Uri) => Promise<SaveFormat>,
): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog({
    filters,
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
  });
  if (!uri) return;
  let format: SaveFormat;
  try {
    format = await put(uri);
    // Others on this machine should not read names and paths.
    if (uri.scheme === 'file') chmodSync(uri.fsPath, 0o600);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`${basename(uri.fsPath)} could not be written: ${reason}`);
    return;
  }
  const choice = await vscode.window.showInformationMessage(
    `Saved ${basename(uri.fsPath)}. It holds ${wordsOf(format).hasSource ? 'source text' : 'names'} and paths of your project: look before you share it.`,
    'Open Outside',
  );
  if (choice) await vscode.env.openExternal(uri);
}
