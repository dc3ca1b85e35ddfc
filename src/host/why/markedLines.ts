import * as vscode from 'vscode';
import { StoreOwner } from '../core/disposableStore.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { isMarked } from '../core/lineLabels.ts';
import type { LoadedProfile } from '../core/loadedProfile.ts';

/** Says to VS Code which lines of the active editor have a marker, for the menu of the icon beside the line. */
export class MarkedLines extends StoreOwner {
  #question = 0;

  constructor(
    private readonly server: LanguageServer,
    private readonly profile: LoadedProfile,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.store.add(profile.onDidChange(() => this.#tell()));
    this.store.add(vscode.window.onDidChangeActiveTextEditor(() => this.#tell()));
    this.store.add(
      server.on('fileLinesChanged', ({ uri }) => {
        const active = vscode.window.activeTextEditor?.document.uri.fsPath;
        if (vscode.Uri.parse(uri).fsPath === active) this.#tell();
      }),
    );
  }

  #tell(): void {
    this.#ask().catch((error: unknown) => {
      this.log.warn(`Marked lines: ${String(error)}`);
    });
  }

  async #ask(): Promise<void> {
    const question = ++this.#question;
    const uri = vscode.window.activeTextEditor?.document.uri;
    const isKnown = uri?.scheme === 'file' && this.profile.current !== null;
    const lines = isKnown
      ? (await this.server.ask('fileLines', { uri: uri.toString() })).lines
      : [];
    if (question !== this.#question) return;
    const marked = lines.filter((each) => isMarked(each) && !each.stale).map(({ line }) => line);
    await vscode.commands.executeCommand('setContext', 'hotframe.markedLines', marked);
  }
}
