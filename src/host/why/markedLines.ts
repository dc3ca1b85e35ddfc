import * as vscode from 'vscode';
import { DisposableStore } from '../disposableStore.ts';
import type { LanguageServer } from '../languageServer.ts';
import { isMarked } from '../lines/lineLabels.ts';
import type { ShownProfile } from '../shownProfile.ts';

/** Says to VS Code which lines of the active editor have a marker, for the menu of the icon beside the line. */
export class MarkedLines implements vscode.Disposable {
  readonly #store = new DisposableStore();
  #question = 0;

  constructor(
    private readonly server: LanguageServer,
    private readonly profile: ShownProfile,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#store.add(profile.onDidChange(() => this.#tell()));
    this.#store.add(vscode.window.onDidChangeActiveTextEditor(() => this.#tell()));
    this.#store.add(
      server.on('fileLinesChanged', ({ uri }) => {
        const active = vscode.window.activeTextEditor?.document.uri.fsPath;
        if (vscode.Uri.parse(uri).fsPath === active) this.#tell();
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
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
